import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatRendering } from '../../cli/output/status-lines.ts';
import { openRendering } from '../../cli/rendering/open-rendering.ts';
import { refuseStackRendering } from '../../cli/rendering/refuse-stack-rendering.ts';
import { leaseMsOf } from '../../cli/run/local-limits.ts';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { thresher } from './test-terminal.ts';

const seeds = ['http://127.0.0.1/'];
const settingsOf = (rendering: object) => readSettings({ seeds, rendering });

test('a crawl that renders nothing starts no browser', async () => {
  expect(await openRendering(readSettings({ seeds }), '')).toBeUndefined();
});

test('a browser that does not exist ends the crawl before it fetches, with exit code 2', async () => {
  const dir = temporaryFolder();
  const file = join(dir, 'crawl.yaml');
  writeFileSync(
    file,
    `seeds: ['http://127.0.0.1:1/']\nnetwork: {allowPrivate: [127.0.0.0/8]}\nrendering: {emptyPages: true, browser: ${join(dir, 'none')}}\n`,
  );
  const { code, messages } = await thresher(['crawl', file, '--dir', dir]);
  expect(code).toBe(2);
  expect(messages.join('\n')).toMatch(/rendering: .*none does not start/);
});

test.each([
  [
    'a library is missing',
    'x: error while loading shared libraries',
    'does not start: x: error while loading shared libraries',
  ],
  ['there is no sandbox', 'No usable sandbox! Update your kernel', 'does not start: its sandbox needs user namespaces'],
])('says why a browser does not start: %s', async (_, printed, message) => {
  const browser = join(temporaryFolder(), 'browser');
  writeFileSync(browser, `#!/bin/sh\necho '${printed}' >&2\nexit 1\n`, { mode: 0o755 });
  await expect(openRendering(settingsOf({ pages: ['*'], browser }), '')).rejects.toThrow(message);
});

test('a stack refuses to render pages', () => {
  expect(() => refuseStackRendering(settingsOf({ pages: ['*'] }))).toThrow('a stack has no browser');
  expect(() => refuseStackRendering(settingsOf({}))).not.toThrow();
});

test('visits that render pages have longer leases', () => {
  const [plain, rendering] = [{}, { emptyPages: true, timeoutMs: 20_000 }].map((one) => leaseMsOf(settingsOf(one)));
  expect(rendering! - plain!).toBe(120_000);
});

test('the status counts the rendered pages', () => {
  const lineOf = (rendering?: CrawlStatus['rendering']) => formatRendering({ rendering } as CrawlStatus);
  expect(lineOf()).toBe('');
  const shells = (scriptShells: number) => formatRendering({ scriptShells, pages: 100 } as CrawlStatus);
  expect(shells(9)).toBe('');
  expect(shells(10)).toBe('10 pages with scripts and hardly any text; --render reads such pages in a browser');
  expect(lineOf({ rendered: 1_200, failed: 0, refusedRequests: 0 })).toBe('1,200 pages rendered');
  expect(lineOf({ rendered: 1, failed: 2, refusedRequests: 3 })).toBe(
    '1 page rendered; 2 pages read as sent, because rendering failed; 3 requests of scripts refused',
  );
});
