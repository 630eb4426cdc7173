/** An exported WACZ file, checked by the Python packages wacz and cdxj-indexer, which this test installs into `.cache/engines/`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openZip } from '../../shared/clean/decode/zip.ts';
import { thresher } from '../cli/test-terminal.ts';
import { startThreeHosts, type ThreeHosts } from '../flow/three-hosts.ts';
import { installPython } from './engines/cache.ts';

const WACZ = '0.6.0';
const run = (name: string, ...args: string[]) =>
  execFileSync(installed.python, [installed.script(name), ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
    maxBuffer: 1 << 26,
  });

let installed: Awaited<ReturnType<typeof installPython>>;
let three: ThreeHosts;
let folder: string;
let file: string;
beforeAll(async () => {
  installed = await installPython('wacz', WACZ);
  three = await startThreeHosts();
  folder = mkdtempSync(join(tmpdir(), 'thresher-wacz-'));
  file = join(folder, 'crawl.wacz');
  await thresher(three.crawl(0));
  await thresher(['export', '--format', 'wacz', '-o', file, '--dir', three.dir]);
}, 600_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await three.close();
});

test('the validator accepts it', () => {
  expect(run('wacz', 'validate', '-f', file)).toContain('Validation succeeded');
});

test('the index is the one that cdxj-indexer makes of the same WARC file', () => {
  const { bytes } = openZip(readFileSync(file), 1e9);
  const warc = join(folder, 'data-0001.warc.gz');
  writeFileSync(warc, bytes('archive/data-0001.warc.gz') as Uint8Array);
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(' {')), JSON.parse(line.slice(line.indexOf(' {')))]);
  const own = linesOf(gunzipSync(bytes('indexes/index.cdx.gz') as Uint8Array).toString());
  expect(own.length).toBeGreaterThan(20);
  expect(own).toEqual(linesOf(run('cdxj-indexer', '--sort', warc)));
});
