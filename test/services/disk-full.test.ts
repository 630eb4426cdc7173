/**
 * A full disk: a small tmpfs, mounted in its own namespace (`unshare` of util-linux; requires user namespaces or root).
 * `test/flow/limits.long.test.ts` tests the same with simulated errors.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSite, startSite } from '../../demo/server.ts';
import { startThresher } from '../flow/child.ts';

/** What the frontier counts. `pages` may lack those of a visit whose counts met the full disk. */
type Counted = { urls: number; outcomes: Record<string, number> };

let site: RunningSite;
let dir: string;
let undisturbed: Counted;
beforeAll(async () => {
  site = await startSite();
  dir = mkdtempSync(join(tmpdir(), 'thresher-full-'));
  const { out } = await startThresher(crawlInto(join(dir, 'whole'))).ended;
  undisturbed = countedIn(out);
  expect(undisturbed.outcomes['fetched']).toBeGreaterThan(15);
});
afterAll(async () => {
  await site.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Arguments of the command line for a crawl of the site. */
const crawlInto = (data: string) => [
  ...['crawl', 'http://sundew.test/', '--resolve', `*.test=127.0.0.1:${site.port}`],
  ...['--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', data, '--json'],
];

function countedIn(status: string): Counted {
  const { urls, outcomes } = JSON.parse(status) as Counted;
  return { urls, outcomes };
}

/** Crawls to a disk of `$SIZE`, enlarges it and resumes the crawl. Prints the output and exit code of both crawls. */
const SCRIPT = `
  exec 2>&1
  mount -t tmpfs -o size=$SIZE none "$DIR" || exit 90
  "$@"; echo "code $?"
  mount -o remount,size=256m "$DIR"
  "$@"; echo "code $?"`;

async function crawlOnDiskOf(size: string) {
  const command = [process.execPath, 'cli/main.ts', ...crawlInto(join(dir, 'data'))];
  const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', SCRIPT, 'sh', ...command];
  const child = spawn('unshare', args, {
    env: { ...process.env, DIR: dir, SIZE: size },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[code], out] = await Promise.all([once(child, 'exit'), text(child.stdout)]);
  if (code === 90) throw new Error(`cannot mount a tmpfs: ${out}`);
  // On a busy machine there are progress lines in between. Lines of the log begin with their time.
  const lines = out.split('\n').map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:]+Z /, ''));
  return lines.filter((line) => /^(the disk |code |\{)/.test(line));
}

test.each(['50k', '200k', '400k', '600k'])(
  'ends with code 3 and a message, and resumes after the disk was enlarged (%s)',
  async (size) => {
    const printed = await crawlOnDiskOf(size);
    expect(printed).toEqual([
      // The crawl looks once a second whether the disk is nearly full.
      expect.stringMatching(/^the disk (is|of \S+ is nearly) full/),
      'code 3',
      expect.stringMatching(/^\{"crawl":"sundew.test","state":"done",/),
      'code 0',
    ]);
    expect(countedIn(printed[2]!)).toEqual(undisturbed);
  },
);
