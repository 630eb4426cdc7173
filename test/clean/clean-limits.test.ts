import { expect, test } from 'vitest';
import { cleanHtml } from '../../shared/clean/clean-page.ts';
import { readSettings } from '../../shared/settings/settings.ts';
import { cleanOptionsOf } from '../../shared/settings/stages.ts';
import type { Url } from '../../shared/url/url.ts';

const PARAGRAPH =
  '<p>Sundews catch insects because the soil in which they grow holds hardly any nitrogen, and they have to get it from elsewhere.';

test('text and links of a document end where the settings say', () => {
  const clean = { maxText: 1000, maxLinks: 2 };
  const options = cleanOptionsOf(readSettings({ seeds: ['http://bog.example/'], clean }));
  const links = '<a href=/a>a</a> <a href=/b>b</a> <a href=/c>c</a>';
  const page = `<title>Sundews</title><body>${PARAGRAPH.repeat(20)}${links}`;
  const document = cleanHtml('http://bog.example/x' as Url, page, options);
  expect(document.text).toHaveLength(1000);
  expect(document.links.map(({ url }) => url)).toEqual(['http://bog.example/a', 'http://bog.example/b']);
});
