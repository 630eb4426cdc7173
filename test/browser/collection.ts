import { documentTypeOf } from '../../shared/clean/document-type.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { search } from '../../shared/search/search.ts';
import { similarPages } from '../../shared/search/similar-pages.ts';
import { suggest } from '../../shared/search/suggest.ts';
import { explainIndexedUrl } from '../../shared/settings/explain/explain-indexed-url.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { createApp } from '../../web/app.ts';
import { TIME_PARTS, type WebPorts } from '../../web/ports.ts';
import { serve } from '../../web/server.ts';
import { compareVersions } from '../../web/versions/compare-versions.ts';
import { memoryAnnotations } from '../web/annotations/annotations-world.ts';
import { aCapture, aRecord, aStatus } from '../web/fixtures.ts';

export const COPIED = 'c'.repeat(64);

/** A long word that cannot be broken. */
export const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(3);

/** Times of the captures of a page, and its text at each. */
const TEXTS = [
  ['2026-03-04T00:00:00Z', 'Sundews are carnivorous plants. Their leaves are sticky.'],
  ['2026-01-02T00:00:00Z', 'Sundews are rare plants. Their leaves are sticky.'],
] as const;

const FIRST_FETCH = Date.UTC(2026, 0, 2);

const CLASSES = ['carnivorous.sundews', 'region.north'].map((name) => ({ class: name, score: 1 }));

const records: SearchRecord[] = [
  aRecord({
    id: COPIED,
    title: 'Sundews of the bogs',
    classes: CLASSES,
    text: 'Sundews are carnivorous plants. Their leaves are sticky.',
    urls: { 'http://plants.example/drosera': 1, 'http://mirror.example/drosera': 1 },
  }),
  aRecord({
    id: 'd'.repeat(64),
    url: 'http://växt.example/',
    urls: { 'http://växt.example/': 1 },
    host: 'växt.example',
    title: 'Sileshår',
    text: 'Sileshår är en carnivorous växt som fångar flugor.',
    language: 'sv',
    date: '2022-05-01',
  }),
  ...Array.from({ length: 29 }, (_, i) => {
    const url = `http://${'a'.repeat(60)}.example/${LONG}/${i}`;
    return aRecord({
      id: `${i}`.padStart(64, '0'),
      url,
      urls: { [url]: 1 },
      title: `${LONG} ${i}`,
      text: `A carnivorous ${LONG} of many kinds, and of number ${i}.`,
      date: null,
      // One after another, so that the chart of times has bars.
      fetchedAt: FIRST_FETCH + i * 600_000,
      type: documentTypeOf('application/pdf'),
    });
  }),
];

/** A collection in a real index, with one archived page and a crawl whose status the test sets. */
export async function aCollection(archived: Capture) {
  const index = sqliteSearchIndex(openDatabase(':memory:'), analyzeToString);
  const seen = records.flatMap((record) =>
    Object.entries(record.urls).map(([url, at]) => ({
      kind: 'seen' as const,
      id: record.id,
      url,
      at,
      record: { ...record, urls: { [url]: at } },
    })),
  );
  await index.write('garden', seen);
  const settings = readSettings({ crawl: 'garden', seeds: ['http://plants.example/'] });
  const world = { status: aStatus() };
  const { annotations } = memoryAnnotations((crawl, id) => index.get(crawl, id));
  const text = `See the map of 1897.\n\n${LONG}`;
  await annotations.add({ crawl: 'garden', record: COPIED, author: 'Bo Ék', text });
  const ports: WebPorts = {
    search: (request) => search(request, { index }, { languages: ['en', 'sv'] }),
    suggest: (request) => suggest(request, index, ['en', 'sv']),
    similar: (crawl, record, size) => similarPages(crawl, record, index, { size, nowMs: 0 }),
    fetchTimes: (crawl) => index.fetchTimes(crawl, TIME_PARTS),
    record: (crawl, id) => index.get(crawl, id),
    versions: async (_, { url, id: digest }) => ({
      versions: TEXTS.map(([at]) => ({
        url,
        fetchedAt: Date.parse(at),
        digest,
        title: 'Sundews of the bogs',
        length: 56,
      })),
      searched: 12,
      next: { before: 1, skip: 0 },
    }),
    compareVersions: (_, __, times) =>
      compareVersions(times, async (fetchedAt) => {
        const text = TEXTS.find(([at]) => Date.parse(at) === fetchedAt)?.[1];
        return text === undefined ? undefined : { fetchedAt, text };
      }),
    explain: (_, url) => explainIndexedUrl(url, settings, index, FIRST_FETCH),
    capture: async (_, id) => (id === COPIED ? archived : undefined),
    status: async (crawl) => ({ ...world.status, crawl }),
    crawls: async () => ['garden', 'docs'],
    annotations,
  };
  return { world, ports };
}

/** Serves the pages of the collection, with a cached copy. */
export async function serveCollection(): Promise<{ url: string; close(): Promise<void> }> {
  const { ports } = await aCollection(aCapture('<h1>An old page</h1>'));
  return serve(createApp(ports), { host: '127.0.0.1', port: 0 });
}
