import { expect, test } from 'vitest';
import { classifyDocuments } from '../../shared/classify/classify-documents.ts';
import { compileFilters } from '../../shared/classify/judge.ts';
import { cleanCaptures } from '../../shared/clean/clean-captures.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { documentsKey } from '../../shared/clean/documents-key.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import { warcInfo, warcRecords } from '../../shared/fetch/warc/warc-write.ts';
import { indexRecords } from '../../shared/index/index-records.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { lastStageCache } from '../../shared/local/last-stage-cache.ts';
import { sqliteSearchIndex } from '../../shared/local/search-index/sqlite-search-index.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { sqliteQueue } from '../../shared/local/sqlite-queue.ts';
import type { ObjectMessage } from '../../shared/ports/messages.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import type { StageCache } from '../../shared/ports/stage-cache.ts';
import { analyzeToString } from '../../shared/text/analysis/analyze.ts';
import { openJsonLineList } from '../../shared/text/json-line-list.ts';
import type { Url } from '../../shared/url/url.ts';
import { memoryObjects } from '../memory-objects.ts';

function linesOf(...values: readonly unknown[]) {
  const lines = openJsonLineList();
  for (const value of values) lines.add(value);
  return lines;
}

const valuesOf = (values: Iterable<unknown> | undefined) => values && [...values];

test('returns the values once, and only for their key', () => {
  const handed = lastStageCache();
  handed.put('a', linesOf(1, 2));
  expect([valuesOf(handed.take('a')), handed.take('a')]).toEqual([[1, 2], undefined]);
  handed.put('a', linesOf(1));
  handed.put('b', linesOf(2));
  expect(handed.take('a')).toBeUndefined();
});

test.each<[string | undefined, readonly number[] | undefined]>([
  ['a', [1]],
  ['b', undefined],
  [undefined, undefined],
])('before a message about %s, the values of a are %j', (next, left) => {
  const handed = lastStageCache();
  handed.put('a', linesOf(1));
  handed.keepOnly(next);
  expect(valuesOf(handed.take('a'))).toEqual(left);
});

const RAW = 'raw/bogs/2026/02/03/run1.warc.gz';
const CLEAN = documentsKey(RAW);
const RECORDS = CLEAN.replace('clean/', 'records/');
const AT = Date.UTC(2026, 1, 3);

const PAGES: [path: string, type: string, body: string][] = [
  [
    '/',
    'text/html; charset=utf-8',
    `<html lang=en><title>Sundews – \u{1f33f}</title><meta name=keywords content="bogs, sundews"><meta name=author content="A. Gray">
    <link rel=canonical href="/index"><h1>Sundews</h1><p>The sundews of bogs catch insects with the glue of their leaves, and eat them.
    <p><a href="/b?x=1#y">Butterworts</a> and <a rel=nofollow href="http://other.example/">others</a> <p>\ud800 alone`,
  ],
  [
    '/b?x=1',
    'text/html',
    '<title>Butterworts</title><p>Butterworts are carnivorous too, and of the same bogs. <time datetime="2020-05-01">',
  ],
  ['/plain', 'text/plain', 'A text about sundews, with nothing else.'],
  ['/empty', 'text/html', ''],
  ['/picture', 'image/png', '\u0089PNG'],
];

function captured(): Buffer {
  let n = 0;
  const ids = () => `id${n++}`;
  const captures = PAGES.map(
    ([path, type, body], i): Capture => ({
      url: `http://bog.example${path}` as Url,
      fetchedAt: AT + i,
      ...{
        status: 200,
        statusText: '',
        httpVersion: '1.1',
        requestHeaders: [],
        truncated: false,
        address: '127.0.0.1',
      },
      headers: [['Content-Type', type]],
      body: Buffer.from(body),
      record: 'response',
      payloadDigest: '0'.repeat(64),
      note: { depth: 1, class: 2, ...(i === 1 && { was: 'the record before' }) },
    }),
  );
  return Buffer.concat([warcInfo({}, ids(), AT), ...captures.flatMap((one) => warcRecords(one, ids).bytes)]);
}

/** Runs all stages on one object and returns their results; `reads`: keys of the objects that were read. */
async function crawled(stageCache?: StageCache) {
  const db = openDatabase(':memory:');
  const clock = { now: () => AT, sleep: async () => {} };
  const queue = (name: string) =>
    sqliteQueue<ObjectMessage>(db, name, clock, { retentionMs: 1e9, maxReceives: 3, hasDeadLetters: true });
  const store = memoryObjects();
  const reads: string[] = [];
  const objects = {
    ...store,
    get: (key: string) => {
      reads.push(key);
      return store.get(key);
    },
  };
  await objects.put(RAW, captured());
  const ports = {
    ...{ objects, clock, documents: queue('documents'), records: queue('records'), frontier: sqliteFrontier(db) },
    index: sqliteSearchIndex(openDatabase(':memory:'), analyzeToString),
    ...(stageCache && { stageCache }),
  };
  const judge = compileFilters([{ terms: '10: sundews=A\n5: bogs=B', file: 't', cutOff: 4 }]);
  await cleanCaptures({ crawl: 'bogs', key: RAW }, ports, DEFAULT_CLEAN_OPTIONS);
  await classifyDocuments({ crawl: 'bogs', key: CLEAN }, ports, { judge, scope: () => undefined, grouping: 'host' });
  await indexRecords({ crawl: 'bogs', key: RECORDS }, ports);
  const inboxes = ['bog.example', 'other.example'].map((host) =>
    ports.frontier.readInbox({ crawl: 'bogs', host }, 100),
  );
  const records: SearchRecord[] = [];
  for await (const record of ports.index.records('bogs')) records.push(record);
  return {
    reads,
    kept: [await store.get(CLEAN), await store.get(RECORDS)].map((bytes) => Buffer.from(bytes!).toString('hex')),
    inboxes: await Promise.all(inboxes),
    records,
  };
}

test('gives the same results with and without the cache', async () => {
  const { reads, ...left } = await crawled(lastStageCache());
  const { reads: allReads, ...leftByReading } = await crawled();
  expect(left).toEqual(leftByReading);
  expect(left.records.length).toBe(3);
  expect([reads, allReads]).toEqual([[RAW], [RAW, CLEAN, RECORDS]]);
});
