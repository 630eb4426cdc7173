import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { releaseStaleLeases } from '../../cli/run/prepare-crawl.ts';
import { startStageThreads } from '../../cli/run/threads/stage-threads.ts';
import { openStores } from '../../cli/run/wiring.ts';
import { thresher } from './test-terminal.ts';

/** The other host answers late, so that its page is in another object. Milliseconds. */
const LATE_MS = 1_500;

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-ends-'));
  server = createServer(({ headers: { host = '' }, url }, response) => {
    response.setHeader('content-type', 'text/html');
    if (url === '/robots.txt') response.writeHead(404).end();
    else if (host.startsWith('deadly')) response.end('<title>Deadly</title><p>A deadly page of words.');
    else setTimeout(() => response.end('<title>Good</title><p>A good page of other words.'), LATE_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Crawls with a plug-in that ends its thread at the deadly page while `until`, an expression, is not true. */
async function crawlWhereThreadsEnd(name: string, until: string) {
  const dir = join(folder, name);
  writeFileSync(
    join(folder, `${name}.ts`),
    `import { existsSync, writeFileSync } from 'node:fs';
    const mark = ${JSON.stringify(join(folder, `${name}.mark`))};
    export function document(document) {
      const again = existsSync(mark);
      if (document.title === 'Deadly') {
        writeFileSync(mark, '');
        if (!(${until})) process.exit(7);
      }
      return document;
    }`,
  );
  const { port } = server.address() as AddressInfo;
  writeFileSync(
    join(folder, `${name}.yaml`),
    `crawl: ends
seeds: ['http://deadly.test/', 'http://good.test/']
plugins: [./${name}.ts]
politeness: {hostPauseMs: 0}
network: {allowPrivate: [127.0.0.0/8], resolve: {'*.test': '127.0.0.1:${port}'}}
`,
  );
  const { code, messages } = await thresher(['crawl', join(folder, `${name}.yaml`), '--dir', dir]);
  const found = await thresher(['search', 'words', '--dir', dir, '--name', 'ends', '--json']);
  const { hits } = found.answers()[0] as { hits: { title: string }[] };
  const dead = (await thresher(['dlq', '--dir', dir, '--json'])).answers()[0]!;
  const story = await thresher(['explain', 'http://deadly.test/', '--dir', dir, '--name', 'ends', '--json']);
  const verdict = JSON.stringify(story.answers()[0]);
  return { code, messages, verdict, titles: hits.map(({ title }) => title).sort(), dead };
}

const WHAT = 'captures of ends: a thread ended with code 7';

test('skips and reports a page that crashes threads repeatedly, and processes the other pages of its object', async () => {
  const { code, messages, titles, dead, verdict } = await crawlWhereThreadsEnd('always', 'false');
  expect(messages).toEqual(Array(3).fill(`error, will be retried: ${WHAT}`));
  expect([code, titles]).toEqual([0, ['Good']]);
  expect(dead).toEqual({ captures: [], documents: [], records: [] });
  expect(verdict).toContain('poison');
});

test('the replacement thread processes the message of a crashed thread', async () => {
  const { code, messages, titles, dead, verdict } = await crawlWhereThreadsEnd('once', 'again');
  expect(messages).toEqual([`error, will be retried: ${WHAT}`]);
  expect([code, titles]).toEqual([0, ['Deadly', 'Good']]);
  expect(verdict).not.toContain('poison');
  expect(dead).toEqual({ captures: [], documents: [], records: [] });
});

test('an interrupted crawl or import does not wait for a page that takes long, and the next run loses nothing', async () => {
  const [dir, file, mark] = [join(folder, 'late'), join(folder, 'late.html'), join(folder, 'late.mark')];
  // Blocks its thread at the first page if there is no mark.
  writeFileSync(
    join(folder, 'late.ts'),
    `import { existsSync, writeFileSync } from 'node:fs';
    const mark = ${JSON.stringify(mark)};
    export function document(document) {
      if (existsSync(mark)) return document;
      writeFileSync(mark, '');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }`,
  );
  const { port } = server.address() as AddressInfo;
  writeFileSync(
    join(folder, 'late.yaml'),
    `crawl: late
seeds: ['http://deadly.test/', 'http://good.test/']
plugins: [./late.ts]
politeness: {hostPauseMs: 0}
network: {allowPrivate: [127.0.0.0/8], resolve: {'*.test': '127.0.0.1:${port}'}}
`,
  );
  writeFileSync(file, '<title>Late</title><p>A late page of yet other words.');
  for (const [args, pages] of [
    [['crawl', join(folder, 'late.yaml'), '--dir', dir], 2],
    [['import', file, '--base', 'http://good.test/late', '--dir', dir], 3],
  ] as const) {
    const stop = new AbortController();
    const interrupted = thresher([...args], [], { interrupt: stop.signal });
    while (!existsSync(mark)) await sleep(50);
    stop.abort();
    const { code, messages } = await interrupted;
    expect([code, messages.filter((line) => line.startsWith('error'))]).toEqual([130, []]);
    expect(await thresher([...args])).toMatchObject({ code: 0 });
    rmSync(mark);
    const found = await thresher(['search', 'words', '--dir', dir, '--json']);
    expect(found.answers()[0]).toMatchObject({ hits: { length: pages } });
  }
  const dead = (await thresher(['dlq', '--dir', dir, '--json'])).answers()[0];
  expect(dead).toEqual({ captures: [], documents: [], records: [] });
});

/** Processes the objects of a folder in threads until a plug-in has written `mark`, and interrupts them. */
async function runUntilCut(dir: string, mark: string, receivesBefore: number) {
  const stores = openStores(dir);
  await releaseStaleLeases(stores);
  for (let n = 0; n < receivesBefore; n++) await stores.captures.nack(await stores.captures.receive(1, 1_000_000), 0);
  const ignore = () => undefined;
  const hooks = { onLearned: ignore, onRetrained: ignore, onProgress: ignore, onDeadLetter: ignore };
  const faults: string[] = [];
  const onFault = (message: string) => void faults.push(message);
  const onFatal = ({ message }: Error) => void faults.push(message);
  const threads = startStageThreads(dir, {}, stores, 'nothing', { ...hooks, onFault, onFatal });
  while (!existsSync(mark)) await sleep(20);
  rmSync(mark);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended = threads.end(AbortSignal.abort());
  vi.runAllTimers();
  vi.useRealTimers();
  await ended;
  stores.close();
  return faults;
}

// Runs, and how often the message was received before them: with a receive that counts, a journal marks the page.
test.each([
  [3, 0],
  [4, 1],
])('%i runs that are interrupted at a page do not lose it, after %i failures of its object', async (runs, failures) => {
  const name = `cut${runs}`;
  const [dir, mark, free] = [join(folder, name), join(folder, `${name}.mark`), join(folder, `${name}.free`)];
  writeFileSync(
    join(folder, `${name}.ts`),
    `import { existsSync, writeFileSync } from 'node:fs';
    export function document(document) {
      if (existsSync(${JSON.stringify(free)})) return document;
      writeFileSync(${JSON.stringify(mark)}, '');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }`,
  );
  const file = join(folder, `${name}.html`);
  writeFileSync(file, '<title>Late</title><p>A late page of yet other words.');
  writeFileSync(
    join(folder, `${name}.yaml`),
    `crawl: ${name}
seeds: ['http://good.test/']
plugins: [./${name}.ts]
`,
  );
  const args = ['import', file, '--base', 'http://good.test/', '--crawl', join(folder, `${name}.yaml`), '--dir', dir];
  const stop = new AbortController();
  const interrupted = thresher(args, [], { interrupt: stop.signal });
  while (!existsSync(mark)) await sleep(20);
  rmSync(mark);
  stop.abort();
  expect(await interrupted).toMatchObject({ code: 130 });
  for (let run = 1; run < runs; run++) expect(await runUntilCut(dir, mark, run === 1 ? failures : 0)).toEqual([]);
  // Each kill would count as a refund, and after eight of them as a receive.
  const frontier = new DatabaseSync(join(dir, 'frontier.sqlite'), { readOnly: true });
  const counts = frontier.prepare('SELECT receives, refunds FROM message').all();
  frontier.close();
  expect(counts).toEqual([{ receives: failures, refunds: 0 }]);
  writeFileSync(free, '');
  expect(await thresher(args)).toMatchObject({ code: 0, messages: [] });
  const found = await thresher(['search', 'late', '--dir', dir, '--json']);
  expect(found.answers()[0]).toMatchObject({ hits: { length: 1 } });
});
