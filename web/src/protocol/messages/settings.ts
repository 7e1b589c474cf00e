// Made by scripts/protocol from punto.protocol 3. Not to be edited.

import type { SettingKind } from "./words";

/** How all tables are set, and where that is read from. */
export interface OfficeSettings {
  file: string | null;
  tables: TableSettingsInfo[];
}

/** How a table is set. */
export interface TableSettingsInfo {
  id: string;
  name: string;
  is_open: boolean;
  is_pending: boolean;
  settings: SettingInfo[];
}

/** A setting of a table, as it is wanted. */
export interface SettingInfo {
  key: string;
  kind: SettingKind;
  value: boolean | number | string | number[] | null;
  usual: boolean | number | string | number[] | null;
  in_file: boolean | number | string | number[] | null;
  choices: string[];
}
