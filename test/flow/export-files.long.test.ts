/** Export of fetched bodies as files with unique names; records know their copies and other formats. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startThresher } from './child.ts';

const PAPER = 'On the sundews of the bog: they catch insects because the soil holds hardly any nitrogen.\n'.repeat(5);
const NOTES = 'Notes of a walk over the bog in June, when the sundews flower and the moss is dry.\n'.repeat(5);
/** Responses by path: media type and body. */
const SITE: Record<string, [type: string, body: string]> = {
  '/': [
    'text/html',
    '<a href=/papers/paper.html>a</a> <a href=/papers/paper.txt>b</a> <a href=/copy.txt>c</a> <a href=/notes.txt>d</a>',
  ],
  '/papers/paper.html': ['text/html', `<title>Sundews</title><h1>Sundews</h1><p>${PAPER}`],
  '/papers/paper.txt': ['text/plain', `In plain text. ${PAPER}`],
  '/notes.txt': ['text/plain', NOTES],
  '/copy.txt': ['text/plain', NOTES],
};

let server: Server;
let dir: string;
beforeEach(async () => {
  server = createServer(({ url = '/' }, response) => {
    const [type, body] = SITE[url] ?? [];
    const headers = { 'content-type': `${type ?? 'text/plain'}; charset=utf-8`, 'content-encoding': 'gzip' };
    response.writeHead(type === undefined ? 404 : 200, headers).end(gzipSync(body ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  dir = mkdtempSync(join(tmpdir(), 'thresher-files-'));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(dir, { recursive: true, force: true });
});

test('exports documents as they were sent, with unique names, copies and other formats', async () => {
  const { port } = server.address() as AddressInfo;
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  writeFileSync(
    join(dir, 'crawl.yaml'),
    `seeds: ['${at('/')}']\nnetwork: {allowPrivate: [127.0.0.0/8]}\npoliteness: {hostPauseMs: 20}\n`,
  );
  const data = join(dir, 'data');
  expect(await startThresher(['crawl', join(dir, 'crawl.yaml'), '--dir', data]).ended).toMatchObject({ code: 0 });

  const lines = (await startThresher(['export', '--format', 'jsonl', '--dir', data]).ended).out.trim().split('\n');
  const records = new Map(lines.map((line) => JSON.parse(line)).map((record) => [record.url, record]));
  expect(records.get(at('/papers/paper.txt'))).toMatchObject({ numRefBy: 1, otherFormats: [at('/papers/paper.html')] });
  expect(records.get(at('/papers/paper.html'))).toMatchObject({ otherFormats: [at('/papers/paper.txt')] });
  expect(records.get(at('/copy.txt')) ?? records.get(at('/notes.txt'))).toMatchObject({
    numRefBy: 2,
    otherFormats: [],
  });

  const found = await startThresher(['search', 'nitrogen', '--dir', data, '--json']).ended;
  const { hits } = JSON.parse(found.out) as { hits: { url: string; numRefBy: number; otherFormats?: string[] }[] };
  expect(hits.find(({ url }) => url === at('/papers/paper.html'))).toMatchObject({
    numRefBy: 1,
    otherFormats: [at('/papers/paper.txt')],
  });

  const folder = join(dir, 'files');
  const exported = ['export', '--format', 'files', '--type', 'text', '--dir', data];
  expect(await startThresher(exported).ended).toMatchObject({ code: 2 });
  const unknown = await startThresher(['export', '--format', 'files', '--type', 'txt', '--dir', data, '-o', folder])
    .ended;
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('the crawl has html, text') });
  expect(await startThresher([...exported, '-o', folder]).ended).toMatchObject({ code: 0 });
  const names = readdirSync(folder).filter((name) => name !== 'files.jsonl');
  expect(names).toHaveLength(2);
  const paper = names.find((name) => name.startsWith('paper-'));
  expect(paper).toMatch(/^paper-20\d\d-\d\d-\d\d-\d\d-\d\d-\d\d-[0-9a-f]{8}\.txt$/);
  expect(readFileSync(join(folder, paper!), 'utf8')).toBe(`In plain text. ${PAPER}`);
  const list = readFileSync(join(folder, 'files.jsonl'), 'utf8').trim().split('\n');
  expect(list.map((line) => JSON.parse(line).file).sort()).toEqual(names.sort());
}, 120_000);
