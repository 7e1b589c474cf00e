// Made by scripts/protocol from punto.protocol 3. Not to be edited.

export const PROTOCOL = 3;

export * from "./words";
export * from "./ask";
export * from "./event";
export * from "./tell";
export * from "./info";
export * from "./lab";
export * from "./console";
export * from "./office";
export * from "./roster";
export * from "./settings";
export * from "./protection";
export * from "./shift";
