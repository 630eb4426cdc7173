/** `cleaner.fetch` of the library whose signal aborts while a document is converted. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openCleaner } from '../../library/cleaner.ts';
import { prose } from '../cli/site.ts';

const conversion = vi.hoisted(() => ({ onStart: (): void => undefined, isClosed: false }));
vi.mock('../../cli/run/converter.ts', () => ({
  openConverter: () => ({
    convert() {
      conversion.onStart();
      return new Promise(() => undefined);
    },
    async close() {
      conversion.isClosed = true;
    },
  }),
}));

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/fen.pdf') response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4\n');
    else response.writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' }).end(prose('moss'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a signal ends the wait for a document that is converted', async () => {
  const cleaner = await openCleaner({ network: { allowPrivate: ['127.0.0.0/8'] }, politeness: { hostPauseMs: 0 } });
  const ending = new AbortController();
  conversion.onStart = () => void setImmediate(() => ending.abort(new Error('enough')));
  await expect(cleaner.fetch(`${origin}/fen.pdf`, { signal: ending.signal })).rejects.toThrow(/^enough$/);

  // Aborted before the first wait of the conversion.
  const early = new AbortController();
  conversion.onStart = () => early.abort(new Error('early'));
  await expect(cleaner.fetch(`${origin}/fen.pdf`, { signal: early.signal })).rejects.toThrow(/^early$/);

  expect(await cleaner.fetch(`${origin}/moss`, { signal: new AbortController().signal })).toMatchObject({
    title: 'moss',
  });
  await cleaner.close();
  expect(conversion.isClosed).toBe(true);
});
