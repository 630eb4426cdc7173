/**
 * A researcher collects a corpus on concurrency from documentation: tries a topic, tunes it twice on what is stored, removes
 * what does not belong, and exports the texts.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StaticServer, startStatic } from '../../../bench/data/static-server.ts';
import { installDocs } from '../debian-docs.ts';
import { each, type Session, startSession } from './transcript.ts';

const DOCS = '/usr/share/doc/python3-doc/html';

const TOPIC = `20: threads?=Concurrency.Threads
20: threading=Concurrency.Threads
10: locks?=Concurrency.Locks
30: event loops?=Concurrency.Asyncio
`;

let site: StaticServer;
let folder: string;
let run: Session;
let base: string;
const file = (name: string) => join(folder, name);
const data = () => join(folder, 'data');
let crawl: string[];

beforeAll(async () => {
  installDocs('python3-doc', DOCS);
  folder = mkdtempSync(join(tmpdir(), 'thresher-researcher-'));
  site = await startStatic(DOCS);
  base = `http://127.0.0.1:${site.port}`;
  run = startSession(['--dir', data()]);
  writeFileSync(file('topic.txt'), TOPIC);
  crawl = ['crawl', `${base}/library/index.html`, '--topic', file('topic.txt'), '--include', `${base}/library/*`];
  crawl.push('--delay', '0', '--name', 'concurrency');
});

afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

test('says why a private address is not crawled', async () => {
  await run(crawl, {
    code: 2,
    out: [],
    err: [
      `seed refused: ${base}/library/index.html: private-address (resolves to a private, loopback, link-local or otherwise reserved IP address); allow it with --allow-private ${new URL(base).hostname}`,
      'no seed was accepted, so there is nothing to crawl',
    ],
  });
  crawl.push('--allow-private', '127.0.0.0/8');
});

test('collects the pages on the topic', async () => {
  await run(crawl, {
    out: [
      'Crawl concurrency: done.',
      '  pages          {n} of 1 host',
      '  URLs           {n}: fetched {n}',
      '  topic          {n} % relevant: off-topic {n}, relevant {n}',
      '  links skipped  not-allowed {n}, nofollow {n}, path-depth 1, repeated-segment 1',
      '  time           {n} s, {n} pages/s, {n} ms of CPU per page',
      '  received       {size}',
      '  records        {n}',
      '  money          $0.00',
      `  stored in      ${data()}/objects (raw/concurrency: responses as WARC; clean/concurrency: documents)`,
      `  search with    npx thresher search {text} --dir ${data()} --name concurrency`,
    ],
  });
});

test('finds weak pages at the edge of the topic', async () => {
  const topic = file('topic.txt');
  await run(['borderline', '--limit', '1'], {
    out: [
      `Judged now by ${topic} with cut-off 0; read all {n} stored pages: off-topic {n}, relevant {n}`,
      '',
      'Off-topic pages nearest to the cut-off: none with a term of the topic',
      '',
      'Weakest accepted pages:',
      `  ${base}/library/dbm.html`,
      '      dbm — Interfaces to Unix “databases”',
      `      score 10, cut-off 0 (${topic}): locks? +10`,
    ],
  });
});

test('tunes the topic twice without a request', async () => {
  const { length } = site.log.requests;
  const changed = (left: string, scores: string, cutOff: number) => [
    'concurrency: {n} stored pages judged',
    left,
    each(`  ${base}/library/{text} "{text}": score ${scores} (cut-off ${cutOff})`, 5, 5),
    '  and {n} more',
  ];
  await run(['reclassify', '--cut-off', '100'], {
    out: [
      'concurrency: {n} stored pages judged',
      '0 entered',
      ...changed('{n} left:', '{n}', 100).slice(1),
      '0 stayed with another score or other classes',
      '{n} stayed as they are',
      '{n} stayed out',
      'links: offered {n}',
      'The crawl has this topic now. Change its crawl.yaml too: `thresher crawl crawl.yaml` applies that of the file.',
    ],
  });
  writeFileSync(file('topic.txt'), `${TOPIC}50: coroutines?=Concurrency.Asyncio\n`);
  await run(['reclassify', '--topic', file('topic.txt')], {
    out: [
      ...changed('{n} entered:', '{n} → {n}', 100),
      '0 left',
      '{n} stayed with another score or other classes:',
      each(`  ${base}/library/{text} "{text}": score {n} → {n} (cut-off 100)`, 5, 5),
      '  and {n} more',
      '{n} stayed as they are',
      '{n} stayed out',
      'links: offered {n}',
      'The crawl has this topic now. Change its crawl.yaml too: `thresher crawl crawl.yaml` applies that of the file.',
    ],
  });
  expect(site.log.requests).toHaveLength(length);
});

test('sees in explain which terms a page has', async () => {
  const { json } = await run(['explain', `${base}/library/dbm.html`, '--json'], {});
  const { state, steps } = json()[0] as { state: string; steps: { step: string; decision: string; detail: string }[] };
  expect(state).toBe('fetched');
  expect(steps.find(({ step }) => step === 'filter')).toMatchObject({
    decision: 'off-topic',
    detail: `${file('topic.txt')}: score 10, 90 below the cut-off 100: locks? +10 = 10 × (text 1)`,
  });
});

test('finds a page that the new term brought in', async () => {
  await run(['search', 'coroutine', '--class', 'Concurrency.Asyncio', '--size', '1'], {
    out: [
      '  1. {text}',
      `     ${base}/library/asyncio-{text}.html`,
      '     {text}',
      '     score {n} · {date} · en · Concurrency.Asyncio',
      '',
      '1 to 1 of {n}; more with --from 1',
    ],
  });
});

test('leaves a page out of the corpus and exports the rest', async () => {
  const before = await records();
  const { printed } = await run(['delete', '--path', `${base}/library/threading.html`, '--apply'], {});
  expect(printed.slice(0, 3)).toEqual([
    'concurrency: deleted:',
    '  1 record; leaving the search index: 1',
    `      ${base}/library/threading.html  threading — Thread-based parallelism`,
  ]);
  await run(['export', '-o', file('corpus.jsonl')], {
    err: [`${before - 1} records written to ${file('corpus.jsonl')}`],
  });
  const corpus = readFileSync(file('corpus.jsonl'), 'utf8').trimEnd().split('\n');
  const urls = corpus.map((line) => (JSON.parse(line) as { url: string }).url);
  expect(urls).toHaveLength(before - 1);
  expect(urls).not.toContain(`${base}/library/threading.html`);
  await run(['sanity'], { out: ['concurrency: no problems'] });
});

async function records(): Promise<number> {
  const { json } = await run(['status', '--json'], {});
  return json()[0]!['records'] as number;
}
