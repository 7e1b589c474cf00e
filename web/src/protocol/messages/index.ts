// Made by scripts/protocol from punto.protocol 1. Not to be edited.

export const PROTOCOL = 1;

export * from "./words";
export * from "./ask";
export * from "./event";
export * from "./tell";
export * from "./info";
export * from "./lab";
export * from "./console";
export * from "./office";
export * from "./settings";
