import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';

const parse = (html: string) => parseHtml(html, { xhtml: false, maxLinks: 10 });

test.each([
  ['<meta http-equiv="Keywords" content="moss, fen">', [{ name: 'keywords', content: 'moss, fen' }]],
  ['<meta http-equiv=last-modified content=2024-05-06>', [{ name: 'last-modified', content: '2024-05-06' }]],
  ['<meta http-equiv=keywords name=subject content=moss>', [{ name: 'subject', content: 'moss' }]],
  ['<meta http-equiv=X-UA-Compatible content="IE=edge"><meta http-equiv=expires content=0>', []],
])('reads the metadata of %s', (html, metas) => {
  expect(parse(html).metas).toEqual(metas);
});

test.each(['application/ld+json', ' Application/LD+JSON ', 'application/ld+json; charset=utf-8'])(
  'a script of the type %s is JSON-LD',
  (type) => expect(parse(`<script type="${type}">{}</script>`).jsonLd).toEqual(['{}']),
);

test.each(['application/json', 'application/ld+json5', ''])('a script of the type "%s" is no JSON-LD', (type) =>
  expect(parse(`<script type="${type}">{}</script>`).jsonLd).toEqual([]),
);
