/** Pages that are due again while their last texts wait to be cleaned: in the same run, or because a crawl was killed. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { startThresher, until } from '../child.ts';
import { pagesOf, recordsOf, withStores } from '../remains.ts';

const DAY_MS = 86_400_000;
const PATHS = ['/', '/moss', '/fern', '/sundew', '/heather'];
/** Kills the process when a page is cleaned, or takes long for each page. */
const PLUGIN = `export function document(document) {
  if (process.env.KILL_IN_CLEAN) process.kill(process.pid, 'SIGKILL');
  if (process.env.SLOW_CLEAN) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
  return document;
}
`;

let round = 0;
let requests = 0;
const server = createServer(({ url: path = '/' }, response) => {
  requests++;
  const links = path === '/' ? PATHS.map((to) => `<a href="${to}">${to}</a>`).join(' ') : '';
  const text = `${path} of round ${round}`;
  response.writeHead(PATHS.includes(path) ? 200 : 404, { 'content-type': 'text/html' });
  response.end(`<html lang="en"><title>${text}</title><p>${text} is a text of some length.</p>${links}</html>`);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

/** Writes the crawl of the server into a new folder. @param more further settings, as YAML */
function crawlOfServer(more = ''): { crawlFile: string; data: string } {
  const dir = temporaryFolder();
  const crawlFile = join(dir, 'crawl.yaml');
  writeFileSync(join(dir, 'plugin.mjs'), PLUGIN);
  writeFileSync(
    crawlFile,
    `crawl: again\nseeds: ['http://127.0.0.1:${(server.address() as AddressInfo).port}/']\nplugins: [plugin.mjs]\n` +
      `network: {allowPrivate: [127.0.0.0/8]}\npoliteness: {hostPauseMs: 10}\n${more}\n`,
  );
  return { crawlFile, data: join(dir, 'data') };
}

test('a page whose text changed before and after a kill has only the record of its last text', async () => {
  const { crawlFile, data } = crawlOfServer('revisit: {days: 1}');
  const crawl = (env: Record<string, string> = {}) =>
    startThresher(['crawl', crawlFile, '--dir', data, '--json'], {
      options: ['--import', './test/flow/preloads/shifted-clock.mjs'],
      env: { CLOCK_SHIFT_MS: `${2 * round * DAY_MS}`, ...env },
    }).ended;
  expect((await crawl()).code).toBe(0);
  round = 1;
  expect((await crawl({ KILL_IN_CLEAN: 'yes' })).signal).toBe('SIGKILL');
  round = 2;
  expect((await crawl({ SLOW_CLEAN: 'yes' })).code).toBe(0);
  const { titles, records, ofPages } = await withStores(data, async (stores) => {
    const found = await recordsOf('again', stores);
    const pages = await pagesOf('again', stores);
    return {
      titles: found.map(({ title }) => title),
      records: found.map(({ id }) => id),
      ofPages: pages.map(({ record }) => record),
    };
  });
  expect(titles.sort()).toEqual(PATHS.map((path) => `${path} of round 2`).sort());
  round = 3;
  expect((await crawl()).code).toBe(0);
  expect(ofPages).toHaveLength(records.length);
  const last = await withStores(data, (stores) => recordsOf('again', stores));
  expect(last.map(({ title }) => title).sort()).toEqual(PATHS.map((path) => `${path} of round 3`).sort());
}, 120_000);

test('a page that changes again and again while its texts wait to be cleaned has only the record of its last text', async () => {
  const { crawlFile, data } = crawlOfServer();
  round = 0;
  requests = 0;
  const watching = startThresher(['crawl', crawlFile, '--dir', data, '--watch'], { env: { SLOW_CLEAN: 'yes' } });
  await until(watching, () => requests > PATHS.length);
  for (round = 1; round < 5; round++) {
    const before = requests;
    expect((await startThresher(['recrawl', '--dir', data]).ended).code).toBe(0);
    await until(watching, () => requests > before);
  }
  watching.process.kill('SIGINT');
  expect((await watching.ended).code).toBe(130);
  expect((await startThresher(['recrawl', '--dir', data]).ended).code).toBe(0);
  expect((await startThresher(['crawl', crawlFile, '--dir', data]).ended).code).toBe(0);
  const last = await withStores(data, (stores) => recordsOf('again', stores));
  expect(last.map(({ title }) => title).sort()).toEqual(PATHS.map((path) => `${path} of round 5`).sort());
}, 120_000);
