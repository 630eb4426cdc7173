import { expect, test } from 'vitest';
import { cleanHtml } from '../../shared/clean/clean-page.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { cleanOptionsOf } from '../../shared/settings/stage-options.ts';
import type { Url } from '../../shared/url/url.ts';

const PARAGRAPH =
  '<p>Sundews catch insects because the soil in which they grow holds hardly any nitrogen, and they have to get it from elsewhere.';

test('limits the text and links of a document as the settings say', () => {
  const clean = { maxText: 1000, maxLinks: 2 };
  const options = cleanOptionsOf(readSettings({ seeds: ['http://bog.example/'], clean }));
  const links = '<a href=/a>a</a> <a href=/b>b</a> <a href=/c>c</a>';
  const page = `<title>Sundews</title><body>${PARAGRAPH.repeat(20)}${links}`;
  const document = cleanHtml('http://bog.example/x' as Url, page, options);
  expect(document.text).toHaveLength(1000);
  expect(document.links.map(({ url }) => url)).toEqual(['http://bog.example/a', 'http://bog.example/b']);
});

test.each([
  ['nested elements', { maxDepth: 32 }, `${'<div>'.repeat(40)}<aside><p>${'aside '.repeat(40)}`, 'aside'],
  ['nodes', { maxNodes: 1000 }, `${'<i>a</i>'.repeat(400)}<a href=/behind>behind</a>`, 'behind'],
])('ignores what exceeds the limit of %s', (_, clean, html, word) => {
  const read = (limits: object) => {
    const options = cleanOptionsOf(readSettings({ seeds: ['http://bog.example/'], clean: limits }));
    return cleanHtml('http://bog.example/x' as Url, `<p>${'Sundews grow in bogs. '.repeat(20)}</p>${html}`, options);
  };
  const has = ({ text, links }: ReturnType<typeof read>) => text.includes(word) || links.some((l) => l.anchor === word);
  expect(has(read(clean))).not.toBe(has(read({})));
});

test('ignores attributes beyond the limit', () => {
  const read = (maxAttributes: number) => {
    const options = cleanOptionsOf(readSettings({ seeds: ['http://bog.example/'], clean: { maxAttributes } }));
    return cleanHtml('http://bog.example/x' as Url, `<a ${'x '.repeat(20)}href=/a>a</a>`, options).links.length;
  };
  expect([read(21), read(20)]).toEqual([1, 0]);
});
