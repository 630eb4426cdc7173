/** A crawl of a site that attacks the terminal and the pages with what it serves: nothing of it takes effect in any output. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDocument } from 'htmlparser2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { main } from '../../cli/main.ts';
import { writeTo } from '../../cli/output/terminal.ts';
import { openStores } from '../../cli/run/wiring.ts';
import { webPorts } from '../../cli/web-ports.ts';
import { createApp } from '../../web/app.ts';
import { CONTROL_CHARACTERS, recordingStream } from '../cli/recording-stream.ts';
import { testTerminal } from '../cli/test-terminal.ts';

/** Sets the title of the window and the clipboard, clears the screen, writes in bold, reverses text, and starts a script. */
const PAYLOAD =
  '\x1b]0;owned\x07\x1b[2J\x1b[1m\x7f\u0085\u009b31m\u009d52;c;eA==\u009c\u202etxt.exe\u2066\u061c"\'><script>alert(1)</script>';
const TEXT =
  'Sundews catch insects with sticky tentacles on their leaves, and grow in wet bogs all over the world. '.repeat(5);
const escaped = PAYLOAD.replace(/[<"]/g, (sign) => (sign === '<' ? '&lt;' : '&quot;'));

const page = (name: string, head: string) =>
  `<!doctype html><html lang="en"><title>${name} ${escaped}</title>${head}<h1>${name} ${escaped}</h1><p>${name}. ${TEXT}</p><p>${escaped}</p>`;
const PAGES: Record<string, string> = {
  '/': page(
    'home',
    '<a href="/meta">sundew meta</a> <a href="/%1b%5b2J%C2%9b">sundew URL</a> <a href="/gone">sundew</a>',
  ),
  '/meta': page(
    'meta',
    ['author', 'keywords', 'description', 'og:site_name']
      .map((name) => `<meta name="${name}" property="${name}" content="${escaped}">`)
      .join(''),
  ),
  '/%1B%5B2J%C2%9B': page('address', ''),
};

let server: Server;
let folder: string;
const place = () => ['--dir', join(folder, 'data')];
const web = () => ['--allow-private', '127.0.0.0/8', '--pause', '0'];
let origin: string;

/** Runs a command whose output goes to a terminal, or to a pipe. Messages go to the same stream. */
async function run(isTTY: boolean, args: string[], input: string[] = []) {
  const { stream, text } = recordingStream(isTTY);
  const written = writeTo(stream, stream, new AbortController().signal);
  const code = await main(args, testTerminal(input, { ...written, isTTY, env: { NO_COLOR: '1' } }));
  return { code, text: text() };
}

const onTerminal = (...args: string[]) => run(true, args);

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/robots.txt') return void response.end(`User-agent: *\nDisallow: /private${PAYLOAD}\n`);
    const body = PAGES[request.url!];
    if (body === undefined) return void response.writeHead(404).end();
    response.setHeader('etag', '"\u009b2J"').setHeader('content-type', 'text/html; charset=utf-8').end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'thresher-output-'));
  const crawl = {
    seeds: [`${origin}/`],
    politeness: { hostPauseMs: 0, answerTimeFactor: 0 },
    duplicates: { nearBits: null },
  };
  const network = { allowPrivate: ['127.0.0.0/8'] };
  writeFileSync(join(folder, 'crawl.yaml'), JSON.stringify({ crawl: 'hostile', ...crawl, network }));
  const { code, text } = await onTerminal('crawl', join(folder, 'crawl.yaml'), ...place());
  expect(code).toBe(0);
  expect(text).not.toMatch(CONTROL_CHARACTERS);
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each<[string, () => string[]]>([
  ['search', () => ['search', 'sundews', ...place()]],
  ['search --json', () => ['search', 'sundews', '--json', ...place()]],
  ['export', () => ['export', ...place()]],
  ['export --format trec', () => ['export', '--format', 'trec', ...place()]],
  ['explain', () => ['explain', `${origin}/meta`, ...place()]],
  ['explain --json', () => ['explain', `${origin}/meta`, '--json', ...place()]],
  ['frontier list', () => ['frontier', 'list', ...place()]],
  ['duplicates', () => ['duplicates', ...place()]],
  ['fetch', () => ['fetch', `${origin}/meta`, ...web()]],
  ['clean', () => ['clean', `${origin}/meta`, ...web()]],
  ['clean --json', () => ['clean', `${origin}/meta`, '--json', ...web()]],
  ['clean --markdown', () => ['clean', `${origin}/meta`, '--markdown', ...web()]],
  ['robots', () => ['robots', `${origin}/private`, ...web()]],
])('%s prints no control character of a page to a terminal', async (_name, args) => {
  const { code, text } = await onTerminal(...args());
  expect(code).toBe(0);
  expect(text).not.toMatch(CONTROL_CHARACTERS);
  expect(text.length).toBeGreaterThan(20);
});

const REQUESTS = [
  JSON.stringify({ id: PAYLOAD, url: 'http://a.test/', html: PAGES['/meta'] }),
  JSON.stringify({ id: PAYLOAD, url: `http://a.test/${PAYLOAD}` }),
  `${PAYLOAD}{`,
];

test.each<[string, () => string[]]>([
  ['search --json', () => ['search', 'sundews', '--json', ...place()]],
  ['search --json --facets', () => ['search', 'sundews', '--json', '--facets', 'host', ...place()]],
  ['export', () => ['export', ...place()]],
  ['export --format trec', () => ['export', '--format', 'trec', ...place()]],
  ['explain --json', () => ['explain', `${origin}/meta`, '--json', ...place()]],
  ['frontier list --json', () => ['frontier', 'list', '--json', ...place()]],
  ['frontier dump', () => ['frontier', 'dump', ...place()]],
  ['duplicates --json', () => ['duplicates', '--json', ...place()]],
  ['fetch --json', () => ['fetch', `${origin}/meta`, '--json', ...web()]],
  ['clean', () => ['clean', `${origin}/meta`, ...web()]],
  ['clean --json', () => ['clean', `${origin}/meta`, '--json', ...web()]],
  ['clean --markdown', () => ['clean', `${origin}/meta`, '--markdown', ...web()]],
  ['robots --json', () => ['robots', `${origin}/private`, '--json', ...web()]],
  ['clean --jsonl', () => ['clean', '--jsonl']],
  ['url --jsonl', () => ['url', '--jsonl']],
])('%s prints no control character of a page to a pipe, which may lead to a terminal', async (_name, args) => {
  const filter = args().includes('--jsonl');
  const { code, text } = await run(false, args(), filter ? REQUESTS : []);
  expect(code).toBe(filter ? 1 : 0);
  expect(text.replaceAll('\t', '')).not.toMatch(CONTROL_CHARACTERS);
  expect(text.length).toBeGreaterThan(20);
});

test.each(['jsonl', 'trec'])(
  'a file of %s has no control character of a page, and JSON has its other characters',
  async (format) => {
    const file = join(folder, `records.${format}`);
    expect(await run(false, ['export', '--format', format, '-o', file, ...place()])).toMatchObject({ code: 0 });
    const text = readFileSync(file, 'utf8');
    expect(text.replaceAll('\t', '')).not.toMatch(CONTROL_CHARACTERS);
    if (format === 'trec') return expect(text.match(/<DOC>/g)).toHaveLength(3);
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { text: string });
    expect(records).toHaveLength(3);
    for (const { text } of records) expect(text).toMatch(/\]0;owned\[2J\[1m 31m52;c;eA==\u202etxt\.exe/);
  },
);

test('the list of exported files and the records at the end of a crawl have none either', async () => {
  const files = join(folder, 'files');
  expect(await run(false, ['export', '--format', 'files', '-o', files, ...place()])).toMatchObject({ code: 0 });
  const records = join(folder, 'end.jsonl');
  const crawled = await run(false, ['crawl', join(folder, 'crawl.yaml'), '-o', records, '--json', ...place()]);
  expect(crawled).toMatchObject({ code: 0 });
  expect(crawled.text).not.toMatch(CONTROL_CHARACTERS);
  for (const file of [join(files, 'files.jsonl'), records]) {
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(CONTROL_CHARACTERS);
    expect(text.trimEnd().split('\n'), file).toHaveLength(3);
  }
});

test('no page of the server has a script, a handler or a link that a crawled page brought', async () => {
  const stores = openStores(join(folder, 'data'), 'read');
  try {
    const app = createApp(webPorts(stores, undefined, testTerminal()));
    const { hits } = (await (await app.request('/search?q=sundews&format=json')).json()) as { hits: { id: string }[] };
    expect(hits).toHaveLength(3);
    const copies = hits.flatMap(({ id }) => [`/cached/${id}`, `/cached/${id}/page`, `/record/${id}`]);
    for (const path of ['/', '/search?q=sundews', '/search?q=', '/crawl', '/help', ...copies]) {
      const answer = await app.request(path);
      expect(answer.status, path).toBe(200);
      expect(foreignCode(await answer.text()), path).toEqual([]);
    }
  } finally {
    stores.close();
  }
});

test('no format of a search has a control character of a page, or more entries than hits', async () => {
  const stores = openStores(join(folder, 'data'), 'read');
  try {
    const app = createApp(webPorts(stores, undefined, testTerminal()));
    const read = async (format: string) => (await app.request(`/search?q=sundews&format=${format}`)).text();
    for (const format of ['csv', 'ris', 'rss', 'atom'])
      expect((await read(format)).replace(/\s|\p{Cf}/gu, ''), format).not.toMatch(/\p{Cc}|\p{Surrogate}/u);
    expect(`${await read('rss')}${await read('atom')}`).not.toContain('<script');
    expect((await read('ris')).match(/^ER {2}- /gm)).toHaveLength(3);
    expect((await read('rss')).match(/<item>/g)).toHaveLength(3);
    expect((await read('atom')).match(/<entry[ >]/g)).toHaveLength(3);
  } finally {
    stores.close();
  }
});

type Node = { name?: string; attribs?: Record<string, string>; children?: Node[] };

/** Returns the scripts other than our own, the event handlers, and the URLs with another scheme than http. */
function foreignCode(html: string): string[] {
  const found: string[] = [];
  const walk = ({ name, attribs = {}, children = [] }: Node) => {
    if (name === 'script' && !/^\/(keys|live|suggest)\.js\?v=/.test(attribs['src'] ?? '')) found.push('script');
    for (const [attribute, value] of Object.entries(attribs)) {
      if (attribute.startsWith('on')) found.push(attribute);
      if (/^(href|src|action)$/.test(attribute) && !/^(\/|#|http:)/.test(value)) found.push(value);
    }
    children.forEach(walk);
  };
  walk(parseDocument(html) as unknown as Node);
  return found;
}
