import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { dateParserFor } from '../../../shared/clean/metadata/dates/date-parser.ts';
import { newDatetimeReader, newTooltipReader } from '../../../shared/clean/page-items/datetimes.ts';

test('finds the first date in an attribute within a range', () => {
  const html =
    '<p>a <time datetime=P3D>x</time><time datetime=2024-05-03>x</time></p><p>b <i data-time="2024-05-04">y</i></p>';
  const datetimeWithin = newDatetimeReader(html);
  const second = html.indexOf('<p>b');
  expect(datetimeWithin(0, second)?.date).toBe('2024-05-03');
  expect(datetimeWithin(second, html.length)?.date).toBe('2024-05-04');
  expect(datetimeWithin(0, 10)).toBeUndefined();
});

test.each([
  ['<li data-timestamp="1723457410000">', '2024-08-12T10:10:10Z'],
  ['<li data-timestamp=1723457410>', '2024-08-12T10:10:10Z'],
  ['<span class=age title="2025-02-18T14:02:11 1739887331">', '2025-02-18T14:02:11'],
  ["<span title='2018-06-03 10:22:33Z'>", '2018-06-03T10:22:33Z'],
  ['<li data-time="123456789">', undefined],
  ['<a title="2024-05-03 in the bog">', undefined],
])('reads %s as %s', (html, date) => {
  expect(newDatetimeReader(html)(0, html.length)?.date).toBe(date);
});

test.each([
  ['See timeline at May 3, 2024, 10:12 AM', '2024-05-03'],
  ['Friday, May 3, 2024 10:12 AM', '2024-05-03'],
  ['Sender&#x27;s time: May 3, 2024, 10:12 a.m.', '2024-05-03'],
  ['Member since: May 3, 2024, 10:12 a.m.', undefined],
  ['Mitglied seit: 3. Mai 2024, 10:12', undefined],
  ['Last edit: May 3, 2024, 10:12 a.m.', undefined],
  ['Last edited on May 3, 2024, 10:12 AM', undefined],
  ['Post edited on May 3, 2024, 10:12 AM', undefined],
  ['Joined on May 3, 2024, 10:12 AM', undefined],
  ['due May 3, 2024, 10:12 AM', undefined],
])('reads the date in the tooltip "%s"', (tooltip, date) => {
  const page = parseHtml('', { xhtml: false, maxLinks: 0 });
  const html = `<a title="${tooltip}">2 years ago</a>`;
  const read = newTooltipReader(html, dateParserFor(page, 'https://bog.example/'));
  expect(read(0, html.length)?.date).toBe(date);
});
