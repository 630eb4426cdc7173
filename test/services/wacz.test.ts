/** An exported WACZ file, checked by the Python packages wacz and cdxj-indexer, which this test installs into `.cache/`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openZip } from '../../shared/clean/decode/zip.ts';
import { thresher } from '../cli/test-terminal.ts';
import { startThreeHosts, type ThreeHosts } from '../flow/three-hosts.ts';

const CACHE = join(import.meta.dirname, '../../.cache');
const WACZ = '0.6.0';
const program = (name: string) => join(CACHE, 'wacz', 'bin', name);
const run = (name: string, ...args: string[]) =>
  execFileSync(program(name), args, { encoding: 'utf8', stdio: 'pipe', maxBuffer: 1 << 26 });

let three: ThreeHosts;
let folder: string;
let file: string;
beforeAll(async () => {
  mkdirSync(CACHE, { recursive: true });
  if (!existsSync(program('python'))) execFileSync('python3', ['-m', 'venv', join(CACHE, 'wacz')], { stdio: 'pipe' });
  run('python', '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `wacz==${WACZ}`);
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
