import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { startCrawlProcess } from '../../../../cli/serve/crawls/crawl-process.ts';

/** Starts a process that runs this code instead of a crawl. */
function start(code: string) {
  const lines: string[] = [];
  const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
  const { ended } = startCrawlProcess({ dir: tmpdir(), crawl: 'bog', env }, (line) => lines.push(line));
  return { ended, lines };
}

test('tells that a signal ended the process, and which', async () => {
  const { ended, lines } = start(
    "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000); await new Promise(() => {})",
  );
  expect(await ended).toEqual({ code: null, hasStatus: false, isKilled: true });
  expect(lines.at(-1)).toBe('the process was ended by SIGKILL');
});

test.each([
  [133, true],
  [134, true],
  [137, true],
  [139, true],
  [1, false],
  [3, false],
])('exit code %i means a kill: %s', async (code, isKilled) => {
  expect(await start(`process.exit(${code})`).ended).toEqual({ code, hasStatus: false, isKilled });
});
