import { expect, test } from 'vitest';
import { gregorianDay, withGregorianDates } from '../../../shared/clean/metadata/dates/solar-hijri.ts';
import { DAY_MS } from '../../../shared/text/time-units.ts';

test('converts each day of the Solar Hijri calendar as ICU does', () => {
  const format = new Intl.DateTimeFormat('en-u-ca-persian', {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' },
  });
  for (let at = Date.UTC(1925, 0, 1); at < Date.UTC(2060, 0, 1); at += DAY_MS) {
    const parts = format.formatToParts(at);
    const [year, month, day] = ['year', 'month', 'day'].map((type) =>
      Number(parts.find((part) => part.type === type)!.value),
    ) as [number, number, number];
    expect(gregorianDay(year, month, day)).toBe(new Date(at).toISOString().slice(0, 10));
  }
});

test.each([
  ['تاریخ انتشار: ۱۴۰۳/۰۲/۱۴ - ۱۲:۳۰', 'تاریخ انتشار: 2024-05-03 - 12:30'],
  ['1403-2-14', '2024-05-03'],
  ['جمعه ۱۴ اردیبهشت ۱۴۰۳', 'جمعه 2024-05-03'],
  ['۱۴ فروردين ماه ۱۴۰۳', '2024-04-02'],
  ['۱۴ اردیبهشت\u200cماه ۱۴۰۳', '2024-05-03'],
  ['1402/13/30', '1402/13/30'],
  ['1402/02/00', '1402/02/00'],
  ['2024/05/03', '2024/05/03'],
  ['۳ مه ۲۰۲۴', '3 مه 2024'],
])('replaces the dates of %s', (text, expected) => {
  expect(withGregorianDates(text)).toBe(expected);
});
