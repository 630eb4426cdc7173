import { expect, test } from 'vitest';
import { findDate, findDateInUrl } from '../../../shared/clean/metadata/visible-date.ts';

test.each([
  ['14 November 2019', '2019-11-14'],
  ['Posted on November 14th, 2019 by Ada', '2019-11-14'],
  ['Nov. 4, 2019', '2019-11-04'],
  ['14. März 2012, 17:30 Uhr', '2012-03-14'],
  ['Donnerstag, 14.11.2019', '2019-11-14'],
  ['4. 1. 2007', '2007-01-04'],
  ['Stand: 04.01.07', '2007-01-04'],
  ['le 1er août 2011', '2011-08-01'],
  ['14 de noviembre de 2019', '2019-11-14'],
  ['14 listopada 2019', '2019-11-14'],
  ['14 ноября 2019 г.', '2019-11-14'],
  ['Январь 4, 2019', '2019-01-04'],
  ['14 сент. 2019', '2019-09-14'],
  ['14 lut 2019', '2019-02-14'],
  ['14 Şub 2019', '2019-02-14'],
  ['14. mája 2019', '2019-05-14'],
  ['14 févr. 2019', '2019-02-14'],
  ['14 мај 2019.', '2019-05-14'],
  ['Mon May 4 10:12:33 UTC 2009', '2009-05-04'],
  ['Mon May 4 10:12:33 2009', '2009-05-04'],
  ['May 4 10:12 am 2009', '2009-05-04'],
  ['May 4,2009', '2009-05-04'],
  ['2009-May-04', '2009-05-04'],
  ['04/May/2009', '2009-05-04'],
  ['2009. 5. 4.', '2009-05-04'],
  ['2019年11月14日', '2019-11-14'],
  ['公開日2019年11月14日', '2019-11-14'],
  ['更新日：令和5年5月4日', '2023-05-04'],
  ['平成元年1月8日', '1989-01-08'],
  ['4 พฤษภาคม 2566', '2023-05-04'],
  ['4 พ.ค. 2566', '2023-05-04'],
  ['4 พ.ค. 2023', '2023-05-04'],
  ['4 मई 2023', '2023-05-04'],
  ['٤ مايو ٢٠٢٣', '2023-05-04'],
  ['৪ মে ২০২৩', '2023-05-04'],
  ['4 மே 2023', '2023-05-04'],
  ['8 Μαρτίου 2024', '2024-03-08'],
  ['2024. március 8.', '2024-03-08'],
  ['8 Agustus 2024', '2024-08-08'],
  ['8 tháng 3, 2024', '2024-03-08'],
  ['8 tháng 3 năm 2024', '2024-03-08'],
  ['8 במרץ 2024', '2024-03-08'],
  ['8 de març del 2024', '2024-03-08'],
  ['8 d’agost de 2024', '2024-08-08'],
  ['8 मार्च 2024', '2024-03-08'],
  ['2024 m. kovo 8 d.', '2024-03-08'],
  ['2024. gada 8. marts', '2024-03-08'],
  ['8 نوفمبر 2024', '2024-11-08'],
  ['published 2019-11-14T10:00', '2019-11-14'],
  ['2019/11/4', '2019-11-04'],
  ['BotanyNOVEMBER 14, 2019Updated: MAY 2, 2024', '2019-11-14'],
  ['Ada MossNov 14, 2019', '2019-11-14'],
  ['ThursdayNOVEMBERNOVEMBER 14', null],
  ['11/14/2019', '2019-11-14'],
  ['4/3/2020', '2020-03-04'],
  ['32.13.2019', null],
  ['14 bananas 2019', null],
  ['version 1.2.3', null],
  ['in 2019', null],
  ['', null],
])('finds the date in %j: %j', (text, expected) => {
  expect(findDate(text, false)).toBe(expected);
});

test('reads the month first in a slashed date if that is the custom', () => {
  expect(findDate('4/3/2020', true)).toBe('2020-04-03');
  expect(findDate('14/3/2020', true)).toBe('2020-03-14');
  expect(findDate('4.3.2020', true)).toBe('2020-03-04');
});

test.each([
  ['https://a.example/2019/11/14/sundews', '2019-11-14'],
  ['https://a.example/news/2019-11-4-sundews.html', '2019-11-04'],
  ['https://a.example/20191114-sundews', '2019-11-14'],
  ['https://a.example/event/29-10-2021', '2021-10-29'],
  ['https://a.example/2019/nov/14/sundews', '2019-11-14'],
  ['https://a.example/blog/2019/November/04/', '2019-11-04'],
  ['https://a.example/2019/bogs/14/sundews', null],
  ['https://a.example/2019/nov/31/sundews', null],
  ['https://a.example/2019/11/sundews', null],
  ['https://a.example/id/20199914', null],
  ['https://a.example/12345678901', null],
])('finds the date in the URL %s: %j', (url, expected) => {
  expect(findDateInUrl(url)).toBe(expected);
});
