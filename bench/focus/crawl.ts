/**
 * Serves a stored graph as web sites and crawls it, to compare a crawl with `thresher simulate`:
 * `node bench/focus/crawl.ts --graph FILE --topic LABEL [--model MODEL] [--seeds URL,…] [--strategy NAME] [--pages N] [--pause MS]`.
 *
 * Prints the area (mean recall over the first N fetches) as a share of that of an oracle, which knows graph and labels. All hosts
 * are served at 127.0.0.1. Without a model the topic is a marker on the pages with the label: it measures the order of the
 * crawl alone. Lines of the graph are `{url, title, html | text, links: [{url, anchor}], topics, role?}`, also as `.gz`.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { areaOf } from '../../shared/simulate/curve.ts';
import { buildGraph, type Graph, type GraphPage, parseGraphLine } from '../../shared/simulate/graph.ts';
import { crawlByOracle, reachableFrom } from '../../shared/simulate/oracle.ts';
import { normalize } from '../../shared/url/normalize.ts';
import type { Url } from '../../shared/url/url.ts';
import { DEFAULT_URL_RULES } from '../../shared/url/url-rules.ts';

const { values } = parseArgs({
  options: {
    graph: { type: 'string' },
    /** Label of the relevant pages. */
    topic: { type: 'string' },
    /** Model of `thresher train`. Absent: a marker on the relevant pages is the topic. */
    model: { type: 'string' },
    /** URLs by commas. */
    seeds: { type: 'string' },
    /** Strategy of the crawl. */
    strategy: { type: 'string', default: 'focused' },
    /** Regular expression of the URLs that are served. */
    only: { type: 'string', default: '.' },
    pages: { type: 'string', default: '1000' },
    /** Pause of a host in milliseconds. */
    pause: { type: 'string', default: '50' },
    concurrency: { type: 'string' },
  },
});
const { graph: file, topic, seeds: seedText } = values;
if (!file || !topic || !seedText) throw new Error('--graph, --topic and --seeds are required');

const MARKER = 'zzontopic';
const maxPages = Number(values.pages);
const graph = readGraph(file, new RegExp(values.only));
const pageAt = new Map(graph.pages.map(({ url }, at) => [url as string, at]));
const seeds = seedText.split(',').map((url) => pageAt.get(urlOf(url) ?? '') ?? fail(`no page ${url}`));
const isWanted = (page: number) => graph.pages[page]!.topics.includes(topic) && counts(page);
const counts = (page: number) => !graph.pages[page]!.isTraining;

const order: number[] = [];
const server = createServer((request, response) => {
  const url = urlOf(`http://${request.headers.host}${request.url}`);
  const page = pageAt.get(url ?? '');
  if (page === undefined) return void response.writeHead(404).end();
  order.push(page);
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(htmlOf(graph.pages[page]!, topic));
});
await new Promise<void>((started) => server.listen(0, '127.0.0.1', started));
const folder = mkdtempSync(join(tmpdir(), 'thresher-focus-'));
try {
  const seconds = await crawl((server.address() as AddressInfo).port);
  report(seconds);
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

function report(seconds: number): void {
  const reachable = [...reachableFrom(graph, seeds)].filter(isWanted).length;
  const counted = order.filter(counts).slice(0, maxPages);
  const best = crawlByOracle(graph, seeds, maxPages, isWanted, counts);
  const area = areaOf(counted.map(isWanted), reachable, maxPages);
  const oracle = areaOf(best.map(isWanted), reachable, maxPages);
  const found = counted.filter(isWanted).length;
  const share = { area: round(area), areaOfOracle: round(area / oracle) };
  const line = { topic, pages: counted.length, relevant: found, reachable, ...share, seconds: round(seconds) };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Crawls with the command line, as a user does. @returns its duration in seconds */
async function crawl(port: number): Promise<number> {
  writeFileSync(join(folder, 'topic.txt'), `100: ${MARKER}=T\n`);
  const settings = {
    crawl: 'focus',
    seeds: seeds.map((page) => graph.pages[page]!.url),
    scope: 'any',
    strategy: values.strategy,
    sitemaps: false,
    topic: { filters: [values.model ? { model: resolve(values.model) } : { terms: 'topic.txt', cutOff: 50 }] },
    limits: { pages: maxPages + graph.pages.filter(({ isTraining }) => isTraining).length },
    politeness: { hostPauseMs: Number(values.pause), answerTimeFactor: 0 },
    network: { allowPrivate: ['127.0.0.0/8'], resolve: { '*': `127.0.0.1:${port}` } },
    ...(values.concurrency && { concurrency: Number(values.concurrency) }),
  };
  writeFileSync(join(folder, 'crawl.yaml'), JSON.stringify(settings));
  const start = performance.now();
  const args = ['bin/thresher.js', 'crawl', join(folder, 'crawl.yaml'), '--dir', join(folder, 'data')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const watch = setInterval(() => order.filter(counts).length >= maxPages && child.kill('SIGINT'), 100);
  await new Promise((ended) => child.once('exit', ended));
  clearInterval(watch);
  return (performance.now() - start) / 1000;
}

/** The page as HTML, with exactly the links of the graph. */
function htmlOf({ title, html, text, links, topics }: GraphPage, label: string): string {
  const body =
    html?.replace(/<\/?(?:a|base|area|frame|iframe|meta|link|title)\b[^>]*>/gi, ' ') ?? `<p>${escapeHtml(text!)}`;
  const list = links.map(
    ({ to, anchor }) => `<li><a href="${escapeHtml(graph.pages[to]!.url)}">${escapeHtml(anchor)}</a>`,
  );
  const marker = !values.model && topics.includes(label) ? `<p>${MARKER}</p>` : '';
  return `<title>${escapeHtml(title ?? '')}</title>${marker}${body}<ul>${list.join('\n')}</ul>`;
}

function readGraph(name: string, only: RegExp): Graph {
  const bytes = readFileSync(name);
  const lines = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n').filter(Boolean);
  const rows = lines.map((line) => parseGraphLine(JSON.parse(line), urlOf)).filter(({ name: url }) => only.test(url));
  return buildGraph(rows);
}

function urlOf(text: string): Url | undefined {
  const result = normalize(text, undefined, DEFAULT_URL_RULES);
  return result.kind === 'url' ? result.url : undefined;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function fail(message: string): never {
  throw new Error(message);
}
