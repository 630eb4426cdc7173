import { expect, test } from 'vitest';
import { findArticle, parseJsonLdScripts } from '../../../shared/clean/metadata/json-ld.ts';
import { parseAuthorNames } from '../../../shared/clean/metadata/person-name.ts';

test.each([
  ['Full Bio', []],
  ['The Author', []],
  ['More About Ada Gardener', ['Ada Gardener']],
])('reads the author field %s', (value, names) => {
  expect(parseAuthorNames([value]).map(({ name }) => name)).toEqual(names);
});

test('decodes character references in JSON-LD', () => {
  const script = '{"@type":"Article","headline":"Moss &#x26; fen","author":{"name":"Ada &amp; Ben"}}';
  const { authors, headline } = findArticle(parseJsonLdScripts([script]));
  expect([authors, headline]).toEqual([['Ada & Ben'], 'Moss & fen']);
});
