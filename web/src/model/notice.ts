/** A slip beside the table: it is shown until it is dismissed. */
export interface Notice {
  id: number;
  text: string;
  kind: "info" | "wrong";
}
