import { expect, test } from 'vitest';
import {
  compileNumberFormat,
  formatGeneral,
} from '../../../../../shared/clean/converters/office/excel/number-format.ts';

const CASES: [rule: string, code: string, value: number, shown: string][] = [
  ['thousands and decimals', '#,##0.00', 1599.99, '1,599.99'],
  ['uses the section for negative numbers', '$#,##0.00;[Red]($#,##0.00)', -1599.99, '($1,599.99)'],
  ['adds a minus sign without such a section', '0.0', -2.25, '-2.3'],
  ['omits the minus sign of a rounded zero', '0.0', -0.04, '0.0'],
  ['uses the section for zero', '0;-0;"none"', 0, 'none'],
  ['chooses a section by condition', '[>=1000]0.0,"k";0', 2500, '2.5k'],
  ['divides by 1,000 for each trailing comma', '0.0,,"M"', 12_345_678, '12.3M'],
  ['fills placeholders from the right, between literals', '000-00-0000', 123456789, '123-45-6789'],
  ['per cents', '0.0%', 0.125, '12.5%'],
  ['exponents', '0.00E+00', 198_356_388, '1.98E+08'],
  ['exponents in steps of three', '##0.0E+0', 12_345, '12.3E+3'],
  ['fractions', '# ?/?', 2.5, '2 1/2'],
  ['a given denominator', '?/8', 0.375, '3/8'],
  ['a currency with a locale', '_-* #,##0.00\\ [$€-407]_-', 12.5, ' 12.50 € '],
  ['rounds decimal halves up', '0.00', 1.005, '1.01'],
  ['shows nothing for empty sections', ';;;', 7, ''],
  ['more digits than a double holds', '0', 1e22, '10000000000000000000000'],
  ['dates in the order of the format', 'd-mmm-yy', 39_219, '17-May-07'],
  ['names of weekdays and months', 'dddd, mmmm dd, yyyy', 39_219.18, 'Thursday, May 17, 2007'],
  ['characters of other languages', 'yyyy"年"m"月"d"日"', 39_219, '2007年5月17日'],
  ['a 12-hour clock', 'h:mm AM/PM', 0.76, '6:14 PM'],
  ['`m` means minutes after hours and before seconds', 'mm:ss.0', 0.0005, '00:43.2'],
  ['elapsed hours beyond a day', '[h]:mm:ss', 1.5, '36:00:00'],
  ['shows an invalid date as a number', 'yyyy-mm-dd', -5, '-5'],
];

test.each(CASES)('%s: %s', (_, code, value, shown) => {
  expect(compileNumberFormat(164, code, false)(value)).toBe(shown);
});

test('formats the locale’s short date in ISO 8601, counted from 1900 or 1904', () => {
  expect(compileNumberFormat(14, undefined, false)(43_831)).toBe('2020-01-01');
  expect(compileNumberFormat(14, undefined, true)(43_831 - 1462)).toBe('2020-01-01');
});

const GENERAL: [value: number, shown: string][] = [
  [4_006_381_333_931, '4006381333931'],
  [-4_006_381_333_931, '-4006381333931'],
  [999_999_999_999_999, '999999999999999'],
  [123_456_789_012.5, '123456789013'],
  [1_234_567_890_123_456, '1234567890123460'],
  [0.1 + 0.2, '0.3'],
  [1 / 3, '0.33333333333'],
  [1e-7, '1e-7'],
  [1e22, '1e+22'],
];

test.each(GENERAL)('rounds only fractions and integers beyond 15 digits without a format: %d', (value, shown) => {
  expect(formatGeneral(value)).toBe(shown);
  expect(compileNumberFormat(0, undefined, false)(value)).toBe(shown);
});
