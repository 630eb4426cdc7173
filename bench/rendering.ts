/*
 * Measures what rendering with Chromium costs: `node bin/run.js bench/rendering.ts [--pages 200] [--hosts 20] [--at-once 2]`. Linux only.
 *
 * Another process serves each page in two forms on loopback: as its server writes it, and as a shell with a script that requests the text of the
 * page and writes it. Each form is crawled by the runner of `thresher crawl`, in a process of its own, the shells with `--render`. Prints CPU
 * and wall time of a page, without the start: the difference of two crawls by their difference of pages. Fails if a page is missing or empty.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCrawl } from '../cli/run/runner.ts';
import { listenLocally } from '../demo/listen.ts';
import { readSettings } from '../shared/settings/read-settings.ts';
import { seedsOf } from '../shared/settings/rules.ts';
import { descendantsCpuMs } from './measure/process-tree.ts';

const { values, positionals } = parseArgs({
  options: {
    pages: { type: 'string', default: '200' },
    hosts: { type: 'string', default: '20' },
    'at-once': { type: 'string', default: '2' },
    port: { type: 'string' },
  },
  allowPositionals: true,
});

/** Form of the pages: written by the server, or by a script. */
type Form = 'sent' | 'rendered';

/** CPU and wall time of a crawl. `browserMs`: CPU of the browser's processes. */
type Cost = { ownMs: number; browserMs: number; wallMs: number };

/** Time between two looks at the CPU of the browser, which is out of reach when it has ended. Milliseconds. */
const SAMPLE_MS = 50;

/** A crawl of so many pages for each one of the smaller crawl. */
const SIZES_RATIO = 5;
/** So many pages are crawled without rendering for each one that is rendered. */
const PLAIN_RATIO = 20;

const [role] = positionals;
if (role === undefined) await measure();
else if (role === 'serve') await serve();
else process.send!(await crawl(role as Form, Number(values.pages), Number(values.port)));

const SCRIPT = `
fetch('/data' + location.pathname).then((answer) => answer.json()).then(({ title, html }) => {
  document.title = title;
  document.getElementById('root').innerHTML = html;
});`;

/** Returns a page of 20 paragraphs of 25 words, and 20 links. */
function pageOf(number: number): { title: string; html: string } {
  const words = [
    'moss',
    'bog',
    'sundew',
    'peat',
    'heather',
    'water',
    'spring',
    'grows',
    'slowly',
    'near',
    'the',
    'old',
    'path',
    'and',
  ];
  const word = (i: number) => words[(i * 7 + number * 3 + Math.floor(i / 5)) % words.length];
  const paragraph = (n: number) => {
    const text = Array.from({ length: 25 }, (_, i) => word(n * 25 + i)).join(' ');
    return `<p>Part ${n} of ${number}: ${text}, as <a href="/${number}/${n}">page ${n}</a> says.</p>`;
  };
  const title = `Page ${number} of the bog`;
  return { title, html: `<h1>${title}</h1>${Array.from({ length: 20 }, (_, n) => paragraph(n)).join('\n')}` };
}

async function serve(): Promise<void> {
  const server = createServer((request, response) => {
    const [, kind = '', number] = /^\/(data\/app\/|app\/|app\.js$)?(\d+)?/.exec(request.url!) ?? [];
    const page = pageOf(Number(number));
    const send = (type: string, body: string) =>
      void response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
    if (kind === 'app.js') send('text/javascript', SCRIPT);
    else if (number === undefined) response.writeHead(404).end();
    else if (kind === 'data/app/') send('application/json', JSON.stringify(page));
    else if (kind === 'app/')
      send('text/html', '<!doctype html><title>App</title><div id=root></div><script src=/app.js></script>');
    else send('text/html', `<!doctype html><title>${page.title}</title><div id=root>${page.html}</div>`);
  });
  const { port } = await listenLocally(server, { backlog: 4096 });
  process.send!(port);
  process.once('disconnect', () => process.exit());
}

async function crawl(form: Form, pages: number, port: number): Promise<Cost> {
  const dir = mkdtempSync(join(tmpdir(), 'thresher-bench-'));
  const settings = crawlSettings(form, pages, port);
  const seeds = seedsOf(settings).accepted.map(({ url }) => url);
  let browserMs = 0;
  const look = () => {
    browserMs = Math.max(browserMs, descendantsCpuMs(process.pid));
  };
  const timer = setInterval(look, SAMPLE_MS);
  try {
    const began = performance.now();
    const { status } = await runCrawl({ dir, settings, seeds }, { statusEveryMs: 1_000 });
    const wallMs = performance.now() - began;
    const { user, system } = process.cpuUsage();
    const { records = 0, rendering } = status;
    if (records !== pages) throw new Error(`${records} of ${pages} pages have a record`);
    if (form === 'rendered' && rendering?.rendered !== pages)
      throw new Error(`${rendering?.rendered ?? 0} of ${pages} pages were rendered`);
    return { ownMs: (user + system) / 1_000, browserMs, wallMs };
  } finally {
    clearInterval(timer);
    rmSync(dir, { recursive: true });
  }
}

function crawlSettings(form: Form, pages: number, port: number) {
  const path = form === 'rendered' ? '/app/' : '/';
  const hosts = Number(values.hosts);
  return readSettings({
    crawl: 'bench',
    seeds: Array.from({ length: pages }, (_, i) => `http://h${i % hosts}.bench.test${path}${i}`),
    limits: { maxDepth: 0 },
    duplicates: { nearBits: null },
    politeness: { hostPauseMs: 0, answerTimeFactor: 0 },
    network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*.bench.test': `127.0.0.1:${port}` } },
    ...(form === 'rendered' && { rendering: { emptyPages: true, pagesAtOnce: Number(values['at-once']) } }),
  });
}

/** Runs this file in another process. @returns its first message */
async function run<T>(args: readonly string[]) {
  const child = fork(import.meta.filename, args);
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`exit code ${code}`)));
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [T];
  ended.catch(() => {});
  return { child, message };
}

async function measure(): Promise<void> {
  const { child: server, message: port } = await run<number>(['serve']);
  try {
    const sent = await costOf('sent', Number(values.pages) * PLAIN_RATIO, port);
    const rendered = await costOf('rendered', Number(values.pages), port);
    process.stdout.write(`rendering takes ${(rendered / sent).toFixed(0)} times the CPU\n`);
  } finally {
    server.disconnect();
  }
}

/** Prints what a page of a form costs. @returns CPU in ms */
async function costOf(form: Form, many: number, port: number): Promise<number> {
  const few = Math.ceil(many / SIZES_RATIO);
  const flags = [form, '--hosts', values.hosts, '--at-once', values['at-once'], '--port', `${port}`];
  /** Returns the least of two runs, because the speed of a shared machine changes. */
  async function least(pages: number): Promise<Cost> {
    const { message: one } = await run<Cost>([...flags, '--pages', `${pages}`]);
    const { message: other } = await run<Cost>([...flags, '--pages', `${pages}`]);
    const of = (name: keyof Cost) => Math.min(one[name], other[name]);
    return { ownMs: of('ownMs'), browserMs: of('browserMs'), wallMs: of('wallMs') };
  }
  const [small, large] = [await least(few), await least(many)];
  const perPage = (name: keyof Cost) => (large[name] - small[name]) / (many - few);
  const [ownMs, browserMs] = [perPage('ownMs'), perPage('browserMs')];
  const startMs = small.ownMs + small.browserMs;
  process.stdout.write(
    `${form}: ${(ownMs + browserMs).toFixed(1)} ms CPU a page, ${browserMs.toFixed(1)} of them in the browser; ` +
      `${perPage('wallMs').toFixed(1)} ms wall time; start and ${few} pages: ${(startMs / 1_000).toFixed(1)} s CPU\n`,
  );
  return ownMs + browserMs;
}
