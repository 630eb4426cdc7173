/** Credentials in a crawl.yaml, and a page of a stranger that links to their host. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { ftpServer } from '../net/ftp-server.ts';
import { prose } from './site.ts';
import { thresher } from './test-terminal.ts';

let port: number;
let close: () => void;
/** `Authorization` of each request for a page, by host. */
let received: [host: string, authorization: string | undefined][];
/** URL to which the page of the stranger links. */
let linked: string;
beforeEach(async () => {
  received = [];
  linked = 'http://intranet.test/';
  const server = createServer(({ url, headers }, response) => {
    if (url !== '/robots.txt') received.push([headers.host!, headers.authorization]);
    const link = headers.host === 'stranger.test' ? `<a href="${linked}">in</a>` : '';
    response.writeHead(200, { 'content-type': 'text/html' }).end(`${prose(headers.host!)}${link}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  vi.stubEnv('INTRANET', 'me:secret');
});
afterEach(() => {
  close();
  vi.unstubAllEnvs();
});

/** @param intranetPort port of the host that the credentials are for; default: that of the server over http */
function crawl(key: string, seed: string, intranetPort = port) {
  const dir = temporaryFolder();
  const file = join(dir, 'crawl.yaml');
  writeFileSync(
    file,
    `crawl: bog\nseeds: ['${seed}']\nscope: any\npoliteness: {hostPauseMs: 0}\nfetch: {credentials: {'${key}': {basic: env:INTRANET}}}\n` +
      `network: {allowPrivate: [127.0.0.0/8], resolve: {'stranger.test': '127.0.0.1:${port}', 'intranet.test': '127.0.0.1:${intranetPort}'}}\n`,
  );
  return thresher(['crawl', file, '--dir', dir]);
}

test('are not sent over http because a page of a stranger links there', async () => {
  expect(await crawl('intranet.test', 'http://stranger.test/')).toMatchObject({ code: 0, messages: [] });
  expect(received).toEqual([
    ['stranger.test', undefined],
    ['intranet.test', undefined],
  ]);
});

test('are sent over http if their key names it', async () => {
  expect(await crawl('http://intranet.test', 'http://stranger.test/')).toMatchObject({ code: 0, messages: [] });
  const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`;
  expect(received).toEqual([
    ['stranger.test', undefined],
    ['intranet.test', basic],
  ]);
});

test('a seed over http on a host with credentials for https is reported', async () => {
  const { messages } = await crawl('intranet.test', 'http://intranet.test/');
  expect(messages).toEqual([
    'warning: the credentials of this host are not sent to http://intranet.test, which is not encrypted; to send them, name it in fetch.credentials with its scheme',
  ]);
  expect(received).toEqual([['intranet.test', undefined]]);
});

test.each([
  ['intranet.test', ['USER anonymous', 'PASS anonymous@']],
  ['ftp://intranet.test', ['USER me', 'PASS secret']],
])('with the key %s, a page of a stranger that links to ftp there makes the crawl send %j', async (key, sent) => {
  const ftp = await ftpServer();
  linked = 'ftp://intranet.test/a.txt';
  expect(await crawl(key, 'http://stranger.test/', ftp.port)).toMatchObject({ code: 0, messages: [] });
  expect(ftp.received).toContain('RETR /a.txt');
  expect([...new Set(ftp.received.filter((line) => /^(?:USER|PASS)/.test(line)))]).toEqual(sent);
});
