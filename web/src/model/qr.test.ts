import { expect, test } from "vitest";
import printed from "../testing/qr.json";
import { MOST_BYTES, qrCode, SIZE } from "./qr";

test("a code is, square by square, the one that another program (python-qrcode) draws", () => {
  const rows = qrCode(printed.text)?.map((row) => row.map((dark) => (dark ? "1" : "0")).join(""));
  expect(rows).toEqual(printed.rows);
});

test("what fits is drawn, and what is longer is not", () => {
  expect(qrCode("x".repeat(MOST_BYTES))).toHaveLength(SIZE);
  expect(qrCode("x".repeat(MOST_BYTES + 1))).toBeNull();
  expect(qrCode("牌".repeat(45))).toBeNull();
});
