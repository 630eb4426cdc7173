import { expect, test } from 'vitest';
import { MARC_LANGUAGES, marcLanguage } from '../../../web/formats/marc-language.ts';

/** Codes that CLDR replaces by those of another language. */
const REPLACED = new Set(['bh', 'tl', 'tw']);

test('each MARC code is that of the language, by CLDR', () => {
  const codes = MARC_LANGUAGES.split(' ');
  const wrong: string[] = [];
  for (let i = 0; i < codes.length; i += 2)
    if (!REPLACED.has(codes[i] as string) && Intl.getCanonicalLocales(codes[i + 1] as string)[0] !== codes[i])
      wrong.push(`${codes[i]} ${codes[i + 1]}`);
  expect(wrong).toEqual([]);
  expect(codes).toHaveLength(2 * 184);
});

test('prefers the bibliographic code', () => {
  expect(['de', 'fr', 'nl', 'zh', 'ceb', 'und'].map(marcLanguage)).toEqual([
    ...['ger', 'fre', 'dut', 'chi'],
    ...[undefined, undefined],
  ]);
});
