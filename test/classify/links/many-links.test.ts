import { expect, test } from 'vitest';
import { classifyDocuments } from '../../../shared/classify/classify-documents.ts';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { classifyLines } from '../../../shared/classify/judge-lines.ts';
import { gatherLinks } from '../../../shared/classify/links/gather-links.ts';
import { decodeOffer } from '../../../shared/frontier/offer-format.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteFrontier } from '../../../shared/local/sqlite-frontier.ts';
import { sqliteQueue } from '../../../shared/local/sqlite-queue.ts';
import type { ObjectMessage } from '../../../shared/ports/messages.ts';
import type { Url } from '../../../shared/url/url.ts';
import { memoryObjects } from '../../memory-objects.ts';
import { documentOf, headOf, link } from '../documents.ts';

const judge = compileFilters([]);
const KEY = 'clean/many/2026/01/01/run.jsonl.zst';
/** Number of pages, each with three links of 2,000 characters: three pages fill a batch. */
const PAGES = 6;
const LONG = 'x'.repeat(2_000);
const maxLinkWeight = 15_000;

const pageWithLongLinks = (i: number) =>
  documentOf({
    url: `http://a.example/${i}` as Url,
    text: `page ${i}`,
    links: [1, 2, 3].map((n) => link(`http://a.example/${i}/${n}/${LONG}`)),
  });

const linesOf = () =>
  Array.from({ length: PAGES }, (_, i) => {
    const document = pageWithLongLinks(i);
    return { ...headOf(document.url), kind: 'document' as const, document };
  });

/** The beginnings of the URLs that the pages link to. */
const EXPECTED = Array.from({ length: PAGES }, (_, i) => [1, 2, 3].map((n) => `http://a.example/${i}/${n}/x`)).flat();
const beginning = ({ url }: { url: string }) => url.slice(0, EXPECTED[0]!.length);

test.each([
  ['offered', undefined],
  ['refused', 'scope' as const],
])('passes on %s links as soon as they take much memory', (_, reason) => {
  const gatherer = gatherLinks(judge, { scope: () => reason, maxWeight: maxLinkWeight });
  const batches = Array.from({ length: PAGES }, (_, i) => {
    const document = pageWithLongLinks(i);
    gatherer.addPage(document, judge(document), { depth: 0 });
    const batch = gatherer.takeIfFull();
    return batch && [batch.links.length, batch.refused['link.scope'] ?? 0];
  });
  const nine = reason ? [0, 9] : [9, 0];
  expect(batches).toEqual([undefined, undefined, nine, undefined, undefined, nine]);
  expect(gatherer.finish()).toEqual({ links: [], cash: [], refused: {} });
});

test('sends links to their hosts before it has read the last document, and counts all', async () => {
  const db = openDatabase(':memory:');
  const clock = { now: () => 5_000, sleep: async () => {} };
  const rules = { retentionMs: 1e9, maxReceives: 3, hasDeadLetters: true };
  const stored = sqliteFrontier(db);
  let read = 0;
  const readBefore: number[] = [];
  const offered: string[] = [];
  const ports = {
    objects: memoryObjects(),
    frontier: {
      ...stored,
      async putInbox(items: Parameters<typeof stored.putInbox>[0]) {
        readBefore.push(read);
        for (const { body } of items) offered.push(...decodeOffer(body).links.map(beginning));
        return items.map(() => undefined);
      },
    },
    records: sqliteQueue<ObjectMessage>(db, 'records', clock, rules),
    clock,
    stageCache: {
      put: () => {},
      *take<T>() {
        for (const line of linesOf()) {
          read++;
          yield line as T;
        }
      },
    },
  };
  const options = { judge, scope: () => undefined, grouping: 'host' as const, maxLinkWeight };
  const counts = await classifyDocuments({ crawl: 'many', key: KEY }, ports, options);
  expect(counts).toEqual({ 'link.offered': 18, 'verdict.relevant': PAGES });
  expect(readBefore[0]).toBe(3);
  expect(offered.toSorted()).toEqual(EXPECTED);
});

test('returns all links of an object that is judged as a whole', () => {
  const { links } = classifyLines(linesOf(), { judge, scope: () => undefined, grouping: 'host', maxLinkWeight });
  expect(links.map(beginning)).toEqual(EXPECTED);
});
