import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { httpFetcher } from '../../shared/net/http-fetcher.ts';
import type { FetchRequest } from '../../shared/ports/fetcher.ts';
import type { Url } from '../../shared/url/url.ts';
import { atEnd, listening } from './bare-server.ts';

const FILES: Record<string, string> = { '/a.txt': 'a file', '/long.txt': 'x'.repeat(50_000) };
const LIST = '-rw-r--r-- 1 a b 6 Jan 01 2020 a.txt\r\ndrwxr-xr-x 2 a b 1 Jan 01 2020 sub & more\r\n';

/** An FTP server of a few commands. @param passive what it says to `PASV`; its own address when not given. */
async function ftpServer(passive?: string): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = [];
  const server = createServer((control) => {
    let data: Promise<Socket> | undefined;
    const say = (line: string) => control.write(`${line}\r\n`);
    const send = async (text: string) => {
      say('150 here it comes');
      (await data)?.end(text, () => say('226 done'));
    };
    say('220 ready');
    control.on('data', async (bytes: Buffer) => {
      for (const line of bytes.toString().split('\r\n').filter(Boolean)) {
        heard.push(line);
        const [word = '', path = ''] = line.split(/ (.*)/s);
        if (word === 'USER') say('331 password?');
        else if (word === 'PASS') say('230 come in');
        else if (word === 'EPSV') say('500 unknown');
        else if (word === 'SIZE') say(FILES[path] ? `213 ${FILES[path].length}` : '550 none');
        else if (word === 'MDTM') say(FILES[path] ? '213 20200101000000' : '550 none');
        else if (word === 'CWD') say(path.endsWith('dir') || path.endsWith('/') ? '250 there' : '550 none');
        else if (word === 'PASV') {
          const transfer = createServer();
          data = new Promise((resolve) => transfer.once('connection', resolve));
          await listening(transfer);
          const { port } = transfer.address() as AddressInfo;
          say(`227 Passive (${passive ?? '127,0,0,1'},${port >> 8},${port & 255})`);
        } else if (word === 'RETR') FILES[path] ? void send(FILES[path]) : say('550 none');
        else if (word === 'LIST') void send(LIST);
        else say('200 fine');
      }
    });
  });
  return { port: await listening(server), heard };
}

async function get(port: number, path: string, request: Partial<FetchRequest> = {}) {
  const resolve = { 'ftp.test': `127.0.0.1:${port}` };
  const fetcher = httpFetcher({ userAgent: 'test', allowPrivate: ['127.0.0.0/8'], resolve, firstByteMs: 1_000 });
  atEnd(() => fetcher.close());
  return fetcher.fetch(`ftp://ftp.test${path}` as Url, { maxBytes: 10_000, timeoutMs: 3_000, ...request });
}

test('a file is an answer with its bytes, its length and its date', async () => {
  const { port, heard } = await ftpServer();
  expect(await get(port, '/a.txt')).toMatchObject({
    kind: 'answer',
    status: 200,
    body: Buffer.from('a file'),
    truncated: false,
    address: '127.0.0.1',
    headers: [
      ['Content-Length', '6'],
      ['Last-Modified', 'Wed, 01 Jan 2020 00:00:00 GMT'],
    ],
  });
  expect(heard).toContain('USER anonymous');
});

test('a directory is a page of links', async () => {
  const { port } = await ftpServer();
  const answer = await get(port, '/dir/');
  expect(answer).toMatchObject({
    kind: 'answer',
    status: 200,
    headers: [['Content-Type', 'text/html; charset=utf-8']],
  });
  const html = answer.kind === 'answer' ? Buffer.from(answer.body).toString() : '';
  expect(html).toContain('<a href="./a.txt">a.txt</a>');
  expect(html).toContain('<a href="./sub%20%26%20more/">sub &amp; more/</a>');
});

// path · more of the request · what comes
test.each<[string, Partial<FetchRequest>, object]>([
  ['/none.txt', {}, { status: 404 }],
  ['/dir', {}, { status: 301, headers: [['Location', '/dir/']] }],
  ['/long.txt', {}, { status: 200, truncated: true, body: Buffer.from('x'.repeat(10_000)) }],
  ['/a.txt', { headers: { 'if-modified-since': 'Thu, 02 Jan 2020 00:00:00 GMT' } }, { status: 304 }],
  ['/a.txt', { method: 'HEAD' }, { status: 200, body: new Uint8Array() }],
  ['/a.txt', { refuse: () => 'too-large' }, { status: 200, refused: 'too-large', body: new Uint8Array() }],
  ['/a%0d%0aDELE%20b.txt', {}, { kind: 'failure', reason: 'protocol' }],
])('%s with %j', async (path, request, outcome) => {
  const { port, heard } = await ftpServer();
  expect(await get(port, path, request)).toMatchObject(outcome);
  expect(heard.join('\n')).not.toContain('DELE');
});

test.each(['10,0,0,1', '169,254,169,254', '8,8,8,8'])(
  'a server that sends us on to %s for its data is not followed',
  async (place) => {
    const { port } = await ftpServer(place);
    expect(await get(port, '/a.txt')).toMatchObject({ kind: 'failure' });
  },
);

test('an address inside is not connected to', async () => {
  const { port, heard } = await ftpServer();
  const fetcher = httpFetcher({ userAgent: 'test' });
  atEnd(() => fetcher.close());
  const outcome = await fetcher.fetch(`ftp://127.0.0.1:${port}/a.txt` as Url, { maxBytes: 10, timeoutMs: 1_000 });
  expect(outcome).toMatchObject({ kind: 'failure', reason: 'private-address' });
  expect(heard).toEqual([]);
});

test.each<[string, (socket: Socket) => void, string]>([
  ['silence', () => {}, 'timeout'],
  ['an end', (socket) => socket.end(), 'connect'],
  ['another protocol', (socket) => socket.end('HTTP/1.1 400 Bad\r\n\r\n'), 'any'],
  [
    'greetings without end',
    (socket) => void setInterval(() => socket.destroyed || socket.write(`220-${'x'.repeat(1000)}\r\n`), 5).unref(),
    'any',
  ],
])('%s instead of a greeting is a failure, in time', async (_what, answer, reason) => {
  const port = await listening(createServer((socket) => answer(socket)));
  const started = performance.now();
  const outcome = await get(port, '/a.txt');
  expect(outcome).toMatchObject({ kind: 'failure', ...(reason === 'any' ? {} : { reason }) });
  expect(performance.now() - started).toBeLessThan(5_000);
});
