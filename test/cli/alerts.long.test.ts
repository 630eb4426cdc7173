/** Receivers of alerts that do not answer: the attempts of a crawl take seconds. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { prose, startSite } from './site.ts';
import { thresher } from './test-terminal.ts';

test('a webhook that does not answer takes one attempt from the others of its host, and they are delivered', async () => {
  const site = await startSite({ '/': prose('moss') });
  const paths: string[] = [];
  const receiver = createServer(({ url = '' }, response) => {
    paths.push(url);
    if (url === '/c') response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const dir = temporaryFolder();
  const file = join(dir, 'crawl.yaml');
  const alerts = ['a', 'b', 'c'].map((name) => `{name: ${name}, query: moss, webhook: 'http://${host}/${name}'}`);
  writeFileSync(
    file,
    `seeds: ['${site.origin}/']\npoliteness: {hostPauseMs: 0}\nnetwork: {allowPrivate: [127.0.0.0/8]}\nfetch: {firstByteTimeoutMs: 1000}\nalerts: [${alerts}]\n`,
  );
  const run = await thresher(['crawl', file, '--dir', dir]);
  site.close();
  receiver.closeAllConnections();
  receiver.close();
  expect(run.code).toBe(1);
  expect(run.messages.slice(3)).toEqual([
    expect.stringMatching(/^alert a: 1 record not delivered: 127\.0\.0\.1:\d+: timeout/),
    expect.stringMatching(/^alert b: 1 record not delivered: 127\.0\.0\.1:\d+: timeout/),
    'alert c: 1 record sent in 1 message',
    expect.stringContaining('npx thresher alerts'),
  ]);
  // An evaluation begins with any alert of a server.
  expect(paths.filter((path) => path !== '/c').join('')).toMatch(/^(\/a\/a\/a\/b|\/b\/b\/b\/a)$/);
  expect(paths.filter((path) => path === '/c')).toHaveLength(1);
});
