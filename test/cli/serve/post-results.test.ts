import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postResults } from '../../../cli/serve/post-results.ts';

const received: string[] = [];
const server = createServer(async (request, response) => {
  const { method, url, headers } = request;
  received.push(`${method} ${url} ${headers['content-type']} ${headers['soapaction']} ${await text(request)}`);
  if (url === '/moved') response.writeHead(307, { location: '/elsewhere' }).end();
  else if (url === '/broken') response.writeHead(500).end('no');
  else if (url !== '/slow') response.writeHead(202).end('thanks');
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const never = new AbortController().signal;

test('sends a message of SOAP 1.1', async () => {
  await postResults(`${origin}/listener?a=1`, '<ä/>', never);
  expect(received.splice(0)).toEqual(['POST /listener?a=1 text/xml; charset=utf-8 "" <ä/>']);
});

test('follows no redirect, which could lead to an address that is not allowed', async () => {
  await expect(postResults(`${origin}/moved`, '<a/>', never)).rejects.toThrow('/moved: answered with status 307');
  expect(received.splice(0)).toHaveLength(1);
});

test('tells the status of a refusal', async () => {
  await expect(postResults(`${origin}/broken`, '<a/>', never)).rejects.toThrow('/broken: answered with status 500');
});

test('ends with the server', async () => {
  const stop = new AbortController();
  const sent = postResults(`${origin}/slow`, '<a/>', stop.signal);
  stop.abort(new Error('stopped'));
  await expect(sent).rejects.toThrow('stopped');
});
