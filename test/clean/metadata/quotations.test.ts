import { expect, test } from 'vitest';
import { emptyQuotations } from '../../../shared/clean/metadata/quotations.ts';

test.each([
  ['He says "moss" and “peat”, „bog“ or «fen».', 'He says "" and "", "" or "".'],
  ['„Moss“ and “peat”', '"" and ""'],
  ['a "quotation „within“ one" and more', 'a "" and more'],
  ['5" of peat', '5" of peat'],
  ['« without an end, “moss”', '« without an end, ""'],
  ['“ “ without an end', '“ “ without an end'],
  ['', ''],
])('the quotations of %j are empty', (text, expected) => {
  expect(emptyQuotations(text)).toBe(expected);
});
