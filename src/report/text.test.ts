import { describe, expect, test } from "vitest";
import { counted, displayWidth, fit, truncate, visible, wrap } from "./text.ts";

test.each([
  ["plain text", "plain text"],
  ["two\nlines", "two\\nlines"],
  ["\u001b[31mred", "\\u{1b}[31mred"],
  ["a\u202eb", "a\\u{202e}b"],
  ["zero\u200bwidth", "zero\\u{200b}width"],
  ["\ud800", "\\u{d800}"],
  ["工具 café 🔧", "工具 café 🔧"],
])("%j is shown as %j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

test.each([
  ["abc", 3],
  ["工具", 4],
  ["🔧", 2],
  ["e\u0301", 1],
  ["│─┼", 3],
])("%j takes %i columns", (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

describe("a text in a given width", () => {
  test.each([
    ["abcdef", 4, "abc…"],
    ["abcd", 4, "abcd"],
    ["工具工具", 4, "工…"],
    ["工具工具", 5, "工具…"],
    ["abc", 1, "…"],
    ["abc", 0, ""],
  ])("%j in %i columns is %j", (text, width, cut) => {
    expect(truncate(text, width)).toBe(cut);
  });

  test("is filled with spaces to exactly that width", () => {
    expect(fit("工具工具", 4)).toBe("工… ");
    expect(fit("ab", 4)).toBe("ab  ");
  });

  test("is broken between words, and a word that is too long into pieces", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrap("abcdefghij k", 4)).toEqual(["abcd", "efgh", "ij k"]);
    expect(wrap("", 4)).toEqual([""]);
  });
});

test.each([
  [1, "runs", "1 run"],
  [1, "batches waiting", "1 batch waiting"],
  [1, "processes", "1 process"],
  [0, "commands in flight", "0 commands in flight"],
  [57_836, "interleavings", "57,836 interleavings"],
  [1, "batches", "1 batch"],
  [0, "rules", "0 rules"],
])("%i %s reads %j", (count, plural, text) => {
  expect(counted(count, plural)).toBe(text);
});
