import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readGivenSeeds, readGivenSettings } from '../../../../cli/serve/crawls/given-settings.ts';
import { readSettings } from '../../../../shared/settings/read-settings.ts';
import { SettingsSchema } from '../../../../shared/settings/settings.ts';
import { temporaryFolder } from '../../../local/temporary-folder.ts';

const SEEDS = ['https://bog.example/'];

/** Settings that would read a file, run a program or use a secret of the server: key of the fault → settings. */
const REFUSED: Record<string, object> = {
  'seeds.0': { seeds: [{ file: 'FILE' }] },
  'seeds.1': { seeds: [...SEEDS, { sitemap: 'FILE' }] },
  'seeds.2': { seeds: [...SEEDS, ...SEEDS, { queries: ['moss'], providers: [{ index: 'other' }] }] },
  'topic.filters.0': { topic: { filters: [{ terms: 'FILE' }] } },
  'topic.filters.1': { topic: { filters: [{ sitesOk: ['bog.example'] }, { model: 'FILE' }] } },
  'topic.filters.0.plugin': { topic: { filters: [{ plugin: 'FILE' }] } },
  'topic.filters.0.modelKey': { topic: { filters: [{ model: 'x', modelKey: 'settings/bog/0.json' }] } },
  targets: { targets: { file: 'FILE' }, topic: { filters: [{ sitesOk: ['bog.example'] }] } },
  'vocabularies.keywords': { vocabularies: { keywords: 'FILE' } },
  'search.menus.class': { search: { menus: { class: 'FILE' } } },
  'clean.geoip': { clean: { geoip: 'FILE' } },
  'plugins.0': { plugins: ['FILE'] },
  'documents.programs.ps': { documents: { programs: { ps: { command: ['FILE', '{in}'] } } } },
  'rendering.browser': { rendering: { browser: 'FILE' } },
  'fetch.credentials.bog.example.bearer': { fetch: { credentials: { 'bog.example': { bearer: 'env:HOME' } } } },
  'fetch.credentials.fen.example.bearer': { fetch: { credentials: { 'fen.example': { bearer: 'env:DB.PASSWORD' } } } },
  'fetch.credentials.moss.example.header.value': {
    fetch: { credentials: { 'moss.example': { header: { name: 'X-Key', value: 'env:1-key' } } } },
  },
  'fetch.proxy.credentials': { fetch: { proxy: { url: 'http://proxy.example', credentials: 'env:HOME' } } },
  'alerts.0.webhook': { alerts: [{ name: 'a', query: 'moss', webhook: 'env:HOME' }] },
  'notify.webhook': { notify: { webhook: 'env:HOME' } },
  'annotations.users.0.token': { annotations: { users: [{ name: 'Ada', token: 'env:HOME' }] } },
};

test.each(Object.entries(REFUSED))('refuses %s', async (key, settings) => {
  const file = join(temporaryFolder(), 'secret.txt');
  writeFileSync(file, 'https://secret.example/\n');
  const given = JSON.parse(JSON.stringify({ seeds: SEEDS, ...settings }).replaceAll('FILE', file)) as unknown;
  const made = await readGivenSettings(given);
  expect('faults' in made && made.faults.map(({ parameter }) => parameter)).toEqual([key]);
  expect(JSON.stringify(made)).not.toContain('secret.example');
});

test('every setting whose description names a file, a program or a secret is refused or harmless', () => {
  const named = Object.entries(SettingsSchema.shape).flatMap(([name, schema]) => {
    const text = JSON.stringify(schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }));
    return /\bfile\b|\bmodule|\bprogram|\bPath of\b|env:NAME|MaxMind/i.test(text) ? [name] : [];
  });
  const refused = new Set(Object.keys(REFUSED).map((key) => key.split('.')[0]));
  // `limits`, `preset` and `robots` speak of files of websites, and only `deploy` reads `aws`. Any text that names a secret is refused.
  expect(named.filter((name) => !refused.has(name)).sort()).toEqual(['aws', 'limits', 'mail', 'preset', 'robots']);
});

test('names all faults at once, with their keys', async () => {
  expect(await readGivenSettings({ limits: { pages: 'x' }, limitz: 1, seeds: SEEDS })).toEqual({
    faults: [
      { parameter: 'limits.pages', detail: 'must be a number' },
      { parameter: 'limitz', detail: 'unknown; did you mean limits?' },
    ],
  });
  const terms = { terms: 'moss.txt', termsText: 'moss' };
  expect(await readGivenSettings({ seeds: SEEDS, topic: { filters: [terms] } })).toEqual({
    faults: [{ parameter: 'topic.filters', detail: expect.stringMatching(/^moss\.txt:1: /) }],
  });
  expect(await readGivenSettings(['x'])).toMatchObject({ faults: [{ parameter: 'body' }] });
});

test('takes a topic and lists that are inline', async () => {
  const made = await readGivenSettings({
    seeds: SEEDS,
    topic: { filters: [{ terms: 'moss.txt', termsText: '40: moss=Moss' }, { sitesOk: ['bog.example'] }] },
    targets: ['https://fen.example/'],
  });
  expect(made).toMatchObject({ settings: { topic: { filters: [{ termsText: '40: moss=Moss' }, {}] } } });
});

test('refuses settings that are nested too deeply', async () => {
  let deep: unknown = [];
  for (let n = 0; n < 200_000; n++) deep = [deep];
  expect(await readGivenSettings(deep)).toEqual({ faults: [{ parameter: 'body', detail: 'is nested too deeply' }] });
});

test('seeds for a crawl with files and secrets of its own may name none', () => {
  const rules = readSettings({ seeds: SEEDS, fetch: { credentials: { 'bog.example': { bearer: 'env:BOG' } } } });
  expect(readGivenSeeds(rules, ['https://fen.example/'])).toMatchObject({
    settings: { seeds: ['https://fen.example/'], fetch: rules.fetch },
  });
  expect(readGivenSeeds(rules, [{ file: '/etc/passwd' }])).toMatchObject({ faults: [{ parameter: 'seeds.0' }] });
  expect(readGivenSeeds(rules, [{ url: 3 }])).toMatchObject({ faults: [{ parameter: 'seeds.0.url' }] });
});

test('refuses more values than can be validated, wherever they are', async () => {
  const many = Array<number>(200_001).fill(1);
  const faults = [{ parameter: 'body', detail: 'must have at most 200000 values' }];
  for (const given of [{ seeds: many }, { seeds: SEEDS, topic: { filters: [{ sitesOk: many }] } }])
    expect(await readGivenSettings(given)).toEqual({ faults });
  expect(await readGivenSettings(Object.fromEntries(many.map((_, i) => [`key${i}`, 1])))).toEqual({ faults });
  expect(readGivenSeeds(readSettings({ seeds: SEEDS }), many)).toEqual({ faults });
});
