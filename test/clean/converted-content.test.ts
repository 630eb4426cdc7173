import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { convertedContent } from '../../shared/clean/converted-content.ts';
import { EMPTY_CONVERTED } from '../../shared/clean/converters/convert.ts';
import type { Url } from '../../shared/url/url.ts';

test.each([
  ['2020', '2020'],
  ['2020-05', '2020-05'],
  ['2020-02-29T08:30', '2020-02-29T08:30'],
  ['2020-13-05', null],
  ['2021-02-29T08:30:00Z', null],
  ['0000-01-01', null],
  ['+020999-01-01T00:00:00.000Z', null],
])('the date %s of a document becomes %s', (given, expected) => {
  const { date, modified } = convertedContent(
    { ...EMPTY_CONVERTED, parts: [], date: given, modified: given },
    'http://bog.example/x.rtf' as Url,
    DEFAULT_CLEAN_OPTIONS,
  );
  expect({ date, modified }).toEqual({ date: expected, modified: expected });
});
