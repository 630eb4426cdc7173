/** Rendering of pages that scripts write, with Chromium, on sites that log their requests. */
import { createSocket } from 'node:dgram';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chromiumRenderer } from '../../shared/net/chromium/chromium-renderer.ts';
import type { Url } from '../../shared/url/url.ts';
import { prose } from '../cli/site.ts';
import { thresher } from '../cli/test-terminal.ts';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { executable, MAX_BYTES, render, textOf } from './render.ts';

const SCRIPT = `
const root = document.getElementById('root');
const quiet = (promise) => promise.catch(() => '');
new WebSocket('ws://' + location.host + '/socket');
navigator.sendBeacon('/beacon', 'x');
quiet(fetch('/form', { method: 'POST', body: '{}' }));
quiet(fetch('/no/data').then((answer) => answer.text()).then((text) => root.append(text)));
quiet(fetch('http://10.0.0.1/'));
(async () => {
  const own = await (await fetch('/data' + location.pathname)).json();
  const other = await (await fetch(window.OTHER + '/data')).json();
  document.title = own.title;
  root.innerHTML = own.html + other.html + '<a href="/second">the second page</a>';
  if (location.pathname === '/') location.href = '/elsewhere';
})();
`;

type Log = string[];
type Site = { origin: string; log: Log; server: Server };

async function startServer(answer: (path: string, response: ServerResponse) => void, address: string): Promise<Site> {
  const log: Log = [];
  const server = createServer((request: IncomingMessage, response) => {
    log.push(`${request.method} ${request.url}`);
    answer(request.url!, response);
  });
  server.on('upgrade', (request, socket) => {
    log.push(`upgrade ${request.url}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return { origin: `http://${address}:${(server.address() as AddressInfo).port}`, log, server };
}

const json = (value: unknown, response: ServerResponse) =>
  response
    .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    .end(JSON.stringify(value));

let site: Site;
let other: Site;

beforeAll(async () => {
  other = await startServer((path, response) => {
    if (path === '/robots.txt') response.end('User-agent: *\nAllow: /');
    else json({ html: prose('bladderwort') }, response);
  }, '127.0.0.2');
  site = await startServer((path, response) => {
    const name = path === '/data/second' ? 'butterwort' : 'sundew';
    if (path === '/robots.txt') response.end('User-agent: *\nDisallow: /no/');
    else if (path === '/app.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT);
    else if (path.startsWith('/data/')) json({ title: `The ${name}`, html: prose(name) }, response);
    else
      response
        .writeHead(200, { 'content-type': 'text/html', etag: '"shell"' })
        .end(
          `<title>App</title><link rel=stylesheet href=/app.css><div id=root></div><img src=/a.png><script>window.OTHER='${other.origin}'</script><script src=/app.js></script>`,
        );
  }, '127.0.0.1');
});
afterAll(() => {
  for (const { server } of [site, other]) {
    server?.closeAllConnections();
    server?.close();
  }
});
beforeEach(() => {
  site.log.length = 0;
  other.log.length = 0;
});

type Line = { url: string; title: string; text: string };

test('a crawl reads pages that scripts write, politely, and finds their links', async () => {
  const dir = temporaryFolder();
  const out = join(dir, 'pages.jsonl');
  const args = ['--render', '--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', dir, '-o', out];
  const { code, messages } = await thresher(['crawl', `${site.origin}/`, ...args]);
  expect(code, messages.join('\n')).toBe(0);
  const lines = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const found = new Map(lines.map((line) => [line.url, line]));
  expect([...found.keys()].sort()).toEqual([`${site.origin}/`, `${site.origin}/second`]);
  expect(found.get(`${site.origin}/`)?.title).toBe('The sundew');
  expect(found.get(`${site.origin}/second`)?.text).toContain('butterwort59');
  expect(found.get(`${site.origin}/second`)?.text).toContain('bladderwort59');

  // Each page once, the script once for both, and nothing that changes no text, is disallowed or would change the site.
  expect([...site.log].sort()).toEqual([
    ...['GET /', 'GET /app.js', 'GET /data/', 'GET /data/second', 'GET /robots.txt', 'GET /second'],
  ]);
  expect([...other.log].sort()).toEqual(['GET /data', 'GET /data', 'GET /robots.txt']);

  const status = await thresher(['status', '--dir', dir, '--json']);
  expect(JSON.parse(status.printed.join(''))).toMatchObject({
    rendering: { rendered: 2, failed: 0, refusedRequests: 6 },
  });
  const explained = await thresher(['explain', `${site.origin}/second`, '--dir', dir, '--json']);
  const { steps } = JSON.parse(explained.printed.join('')) as { steps: { step: string; detail: string }[] };
  const { detail } = steps.find(({ step }) => step === 'render')!;
  expect(detail).toMatch(/^it had scripts and hardly any text .*; 3 requests refused: /);
});

test('`fetch --render` prints what the page requests, and writes the rendered page', async () => {
  const file = join(temporaryFolder(), 'page.html');
  const args = ['--render', '--allow-private', '127.0.0.0/8', '--pause', '0', '-o', file, '--json'];
  const { code, answers } = await thresher(['fetch', `${site.origin}/second`, ...args]);
  expect(code).toBe(0);
  const requested = answers().filter(({ step }) => step === 'request');
  expect(requested.map(({ detail }) => detail)).toContain(`${other.origin}/data`);
  expect(answers().at(-1)).toMatchObject({ step: 'render', decision: 'rendered' });
  expect(readFileSync(file, 'utf8')).toContain('butterwort59');
  const skipped = await thresher([
    'fetch',
    `${site.origin}/app.js`,
    '--render',
    '--allow-private',
    '127.0.0.0/8',
    '--json',
  ]);
  expect(skipped.code).toBe(1);
});

test('shows scripts the URL of the page and the user agent of the crawl', async () => {
  const html = '<p id=a></p><script>a.textContent = location.href + " " + navigator.userAgent</script>';
  expect(textOf(await render(html))).toContain('<p id="a">https://app.test/page?a=1 Bogbot/1.0</p>');
});

test('scripts that wait for styles and images go on, though neither is loaded', async () => {
  const html = `<p id=a></p><script>
    const loaded = (element, parent) => new Promise((resolve, reject) => {
      element.onload = resolve;
      element.onerror = reject;
      parent.append(element);
    });
    const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href: 'https://cdn.test/a.css' });
    const image = Object.assign(document.createElement('img'), { src: '/a.png' });
    Promise.all([loaded(style, document.head), loaded(image, document.body)]).then(() => { a.textContent = 'both'; });
  </script>`;
  expect(textOf(await render(html))).toContain('<p id="a">both</p>');
});

test('gives up a page whose script takes too much memory', async () => {
  const html = '<script>const all = []; for (;;) all.push(new Array(1e6).fill(all.length));</script>';
  expect(await render(html, {}, { timeoutMs: 20_000 })).toMatchObject({ kind: 'failed' });
});

test('reads a page as it is that is never quiet', async () => {
  const html = '<p>Sent.</p><script>setInterval(() => fetch("/poll"), 50)</script>';
  expect(textOf(await render(html, {}, { timeoutMs: 1_500 }))).toContain('<p>Sent.</p>');
});

test('gives up a page whose script never ends, and renders the next one', async () => {
  const renderer = chromiumRenderer({ executable, userAgent: 'Bogbot/1.0', pagesAtOnce: 1 });
  const page = (body: string) => ({
    ...{ url: 'https://app.test/' as Url, status: 200, headers: [['content-type', 'text/html']] as const },
    ...{ body: Buffer.from(body), load: async () => undefined },
  });
  const limits = { waitMs: 60_000, timeoutMs: 1_000, maxBytes: MAX_BYTES };
  const [hanging, next] = await Promise.all([
    renderer.render(page('<script>while (true);</script>'), limits),
    renderer.render(page('<p>Next.</p>'), limits),
  ]);
  await renderer.close();
  expect(hanging.kind).toBe('failed');
  expect(textOf(next)).toContain('<p>Next.</p>');
});

test('starts the browser again after it has ended', async () => {
  const renderer = chromiumRenderer({ executable, userAgent: 'Bogbot/1.0', pagesAtOnce: 1 });
  await renderer.start();
  await renderer.close();
  const page = {
    ...{ url: 'https://app.test/' as Url, status: 200, headers: [['content-type', 'text/html']] as const },
    ...{ body: Buffer.from('<p>Again.</p>'), load: async () => undefined },
  };
  const shown = await renderer.render(page, { waitMs: 1_000, timeoutMs: 3_000, maxBytes: MAX_BYTES });
  await renderer.close();
  expect(textOf(shown)).toContain('<p>Again.</p>');
});

test('renders a page that opens other windows, which stay closed', async () => {
  const html = `<p>Sent.</p><form id=f action=/form method=post target=_blank></form><a id=a href=/link target=_blank>x</a>
<script>f.submit(); a.click(); for (const url of ['/open', 'about:blank']) window.open(url); document.body.append('after')</script>`;
  expect(textOf(await render(html))).toContain('after');
});

test('WebRTC reaches no address', async () => {
  const socket = createSocket('udp4');
  const received: number[] = [];
  socket.on('message', ({ length }) => received.push(length));
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.3', resolve));
  const { port } = socket.address();
  const html = `<p id=state></p><script>(async () => {
  const [a, b] = [{ urls: 'stun:127.0.0.3:${port}' }, {}].map((server) => new RTCPeerConnection({ iceServers: server.urls ? [server] : [] }));
  a.createDataChannel('x');
  await a.setLocalDescription(await a.createOffer());
  await b.setRemoteDescription(a.localDescription);
  await b.setLocalDescription(await b.createAnswer());
  await a.setRemoteDescription(b.localDescription);
  const candidate = 'candidate:1 1 udp 2122260223 127.0.0.3 ${port} typ host';
  await a.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 });
  state.textContent = 'connecting';
  setInterval(() => fetch('/poll'), 50);
})()</script>`;
  const shown = await render(html, {}, { timeoutMs: 2_000 });
  socket.close();
  expect(textOf(shown)).toContain('connecting');
  expect(received).toEqual([]);
});

test('pages share one browser, and are rendered again if it ends', async () => {
  const dir = temporaryFolder();
  const [wrapper, log] = [join(dir, 'browser'), join(dir, 'log')];
  writeFileSync(wrapper, `#!/bin/sh\necho $$ >> ${log}\nexec ${executable} "$@"\n`, { mode: 0o755 });
  const started = () => readFileSync(log, 'utf8').trim().split('\n').map(Number);
  const renderer = chromiumRenderer({ executable: wrapper, userAgent: 'Bogbot/1.0', pagesAtOnce: 2 });
  let asked = 0;
  const page = {
    ...{ url: 'https://app.test/' as Url, status: 200, headers: [['content-type', 'text/html']] as const },
    body: Buffer.from(
      '<p id=a></p><script>fetch("/data").then((r) => r.text()).then((text) => a.append(text))</script>',
    ),
    // The second of both pages ends the browser. It leads a group of processes of its own.
    load: async () => {
      if (++asked === 2) process.kill(-started()[0]!, 'SIGKILL');
      return { status: 200, headers: [], body: Buffer.from('data') };
    },
  };
  const limits = { waitMs: 10_000, timeoutMs: 10_000, maxBytes: MAX_BYTES };
  const shown = await Promise.all([renderer.render(page, limits), renderer.render(page, limits)]);
  await renderer.close();
  expect(started()).toHaveLength(2);
  expect(shown.map(({ kind }) => kind)).toEqual(['rendered', 'rendered']);
  expect(textOf(shown[1]!)).toContain('<p id="a">data</p>');
});

test('names the origin that may read a response', async () => {
  const asked = new Map<string, string | undefined>();
  const ask = (url: string) => `fetch('${url}').catch(() => 0);`;
  const inWorker = `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(ask('https://other.test/worker'))}])));`;
  const html = `<script>${ask('/own')}${ask('https://other.test/data')}${inWorker}</script>
<iframe sandbox=allow-scripts srcdoc="<script>${ask('https://app.test/frame')}</script>"></iframe>
<script src=https://other.test/classic.js></script><script type=module src=https://other.test/module.js></script>`;
  await render(html, {}, { onAsked: ({ url, readBy }) => void asked.set(url, readBy) });
  expect(Object.fromEntries(asked)).toEqual({
    'https://app.test/own': 'https://app.test',
    'https://other.test/data': 'https://app.test',
    'https://other.test/worker': 'https://app.test',
    'https://app.test/frame': 'null',
    'https://other.test/classic.js': undefined,
    'https://other.test/module.js': 'https://app.test',
  });
});
