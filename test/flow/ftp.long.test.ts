import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { thresher } from '../cli/test-terminal.ts';
import { atEnd } from '../net/bare-server.ts';
import { ftpServer } from '../net/ftp-server.ts';

async function flagsOf() {
  const { port, received } = await ftpServer();
  return { received, flags: ['--resolve', `ftp.test=127.0.0.1:${port}`, '--allow-private', '127.0.0.0/8'] };
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'thresher-'));
  atEnd(() => rmSync(made, { recursive: true }));
  return made;
}

test('fetches an FTP URL after robots.txt', async () => {
  const { flags } = await flagsOf();
  const { code, answers } = await thresher(['fetch', 'ftp://ftp.test/a.txt', '--pause', '0', '--json', ...flags]);
  const steps = answers().map(({ step, decision, detail }) => `${step} ${decision} ${detail}`);
  expect([code, steps.at(-1)]).toEqual([0, 'outcome fetched ']);
  expect(steps).toContain('request robots ftp://ftp.test/robots.txt: 404');
});

test('crawls an FTP server from its listing to its files', async () => {
  const { flags, received } = await flagsOf();
  const dir = folder();
  const { code } = await thresher(['crawl', 'ftp://ftp.test/', '--delay', '0', '--dir', dir, ...flags]);
  expect(code).toBe(0);
  expect(received).toContain('RETR /a.txt');
  const status = (await thresher(['status', '--dir', dir, '--json'])).answers()[0]!;
  expect((status['outcomes'] as Record<string, number>)['fetched']).toBeGreaterThan(1);
});

test('refuses FTP seeds if fetch.ftp is off', async () => {
  const dir = folder();
  const file = join(dir, 'crawl.yaml');
  writeFileSync(file, 'crawl: off\nseeds: ["ftp://ftp.test/"]\nfetch: {ftp: false}\n');
  const { code, stderr } = await thresher(['validate', file]);
  expect([code, stderr.join()]).toEqual([1, expect.stringContaining('seed refused: ftp://ftp.test/: scheme')]);
});
