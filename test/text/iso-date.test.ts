import { expect, test } from 'vitest';
import { toIsoDate } from '../../shared/text/iso-date.ts';

const VALID: [text: string, date: string][] = [
  // W3C date and time formats stay as they are.
  ...[
    '1997',
    '1997-07',
    '1997-07-16',
    '1997-07-16T19:20+01:00',
    '1997-07-16T19:20:30Z',
    '1997-07-16T19:20:30.45-05:00',
  ].map((date): [string, string] => [date, date]),
  // Common variants.
  [' 2005-1-2 ', '2005-01-02'],
  ['20050102', '2005-01-02'],
  ['2004-12-23T18:00:15', '2004-12-23T18:00:15Z'],
  ['2004-12-23 18:00:15', '2004-12-23T18:00:15Z'],
  ['2004-12-23 18:00:15 UTC', '2004-12-23T18:00:15Z'],
  ['2004-12-23T18:00:15+0100', '2004-12-23T18:00:15+01:00'],
  ['2004-12-23t8:00z', '2004-12-23T08:00Z'],
  // RFC 822, and RFC 2822 with four-digit years.
  ['Thu, 05 Jan 2017 13:34:51 +0100', '2017-01-05T12:34:51Z'],
  ['Thu, 05 Jan 17 13:34:52 +0100', '2017-01-05T12:34:52Z'],
  ['05 Jan 2017 13:34 GMT', '2017-01-05T13:34:00Z'],
  ['Fri, 1 Feb 99 00:30:00 EST', '1999-02-01T05:30:00Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37Z'],
];

test.each(VALID)('converts %j to %s', (text, date) => {
  expect(toIsoDate(text)).toBe(date);
});

test.each([
  ...[
    '',
    'yesterday',
    '2005-13-01',
    '2005-02-30',
    '2005-01-01T25:00Z',
    '2005-01-01T10:61Z',
    '0000-01-01',
    '12/31/2005',
  ],
  ...[
    '05 Jan 17 13:34:55',
    '32 Jan 2017 00:00 GMT',
    '1 Foo 2017 00:00 GMT',
    '1 Jan 2017 00:00 XXXX',
    '2'.repeat(1_000_000),
  ],
])('rejects %.40s', (text) => {
  expect(toIsoDate(text)).toBe(undefined);
});
