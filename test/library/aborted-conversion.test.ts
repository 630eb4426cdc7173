/** `cleaner.fetch` of the library whose signal aborts while a document is converted. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openCleaner } from '../../library/cleaner.ts';
import { prose } from '../cli/site.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';

test('a signal ends the wait for a document that is converted', async () => {
  const server = createServer(({ url }, response) => {
    const isDocument = url === '/fen.ps';
    response.writeHead(url === '/robots.txt' ? 404 : 200, {
      'content-type': isDocument ? 'application/postscript' : 'text/html',
    });
    response.end(isDocument ? '%!PS-Adobe-3.0\n' : prose('moss'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started = join(temporaryFolder(), 'started');
  const cleaner = await openCleaner({
    network: { allowPrivate: ['127.0.0.0/8'] },
    politeness: { hostPauseMs: 0 },
    documents: { programs: { ps: { command: ['sh', '-c', `touch '${started}'; exec sleep 3`, '{in}'] } } },
  });
  const ending = new AbortController();
  const call = cleaner.fetch(`${origin}/fen.ps`, { signal: ending.signal });
  void vi.waitUntil(() => existsSync(started), { timeout: 100_000 }).then(() => ending.abort(new Error('enough')));
  await expect(call).rejects.toThrow(/^enough$/);

  expect(await cleaner.fetch(`${origin}/moss`, { signal: new AbortController().signal })).toMatchObject({
    title: 'moss',
  });
  await cleaner.close();
  server.closeAllConnections();
  server.close();
});
