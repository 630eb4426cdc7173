/** Labels and their values are joined as the language of the page wants it. */
import { expect, test } from 'vitest';
import { createApp } from '../../../web/app.ts';
import { localeOf } from '../../../web/language/locale.ts';
import { topicSection } from '../../../web/pages/topic-section.ts';
import { aHit, aRecord, aStatus, aWorld } from '../fixtures.ts';

const world = aWorld({
  ...{ hits: [aHit()], status: aStatus(), crawls: ['garden', 'bog'] },
  records: [aRecord({ alternates: [{ language: 'de', url: 'http://a.example/de' }] })],
});
const app = createApp({
  ...world.ports,
  explain: async (_, url) => ({ url, state: 'unknown', record: null, steps: [] }) as never,
});
const pageOf = async (path: string) => (await app.request(path, { headers: { accept: 'text/html' } })).text();

test.each([
  ['/explain?url=http://a.example/', 'State: <code>unknown</code>', 'État\u00a0: <code>unknown</code>'],
  ['/search?q=moss&site=a.example', '>Site: a.example <', '>Site\u00a0: a.example <'],
  ['/search?q=moss&size=x', '<strong>size</strong>: must', '<strong>size</strong>\u00a0: doit'],
  [`/record/${aRecord().id}`, 'German: <bdi', 'allemand\u00a0: <bdi'],
])('%s has %s in English and %s in French', async (path, english, french) => {
  for (const [language, expected] of [
    ['en', english],
    ['fr', french],
  ] as const)
    expect(await pageOf(`${path}${path.includes('?') ? '&' : '?'}ui=${language}`)).toContain(expected);
});

test('damaged objects are named behind a semicolon', async () => {
  const sample = { pages: 9, objects: 2, ofObjects: 4, damaged: 1 };
  const report = { cutOffs: [], sample, harvest: [], nearest: [], weakest: [] };
  const textOf = async (language: 'en' | 'fr') => `${await topicSection(await localeOf(language), report as never)}`;
  expect(await textOf('en')).toContain('objects spread over the crawl; 1 damaged');
  expect(await textOf('fr')).toContain('2 objets sur 4, répartis sur le crawl\u00a0; 1 objet endommagé');
});
