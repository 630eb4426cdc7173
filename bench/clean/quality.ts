/**
 * Measures speed and quality of cleaning: `node bench/clean/quality.ts FILE…` (JSON Lines, also `.gz` and `.xz`). Each line of a file is
 * `{id, url, html, gold}`, see `bench/data/extraction-data.ts`.
 *
 * Speed is MB of HTML per CPU second of one thread, warm, the best of several rounds. It times text, links and metadata together,
 * and then the parts. Every round reads the same pages, so caches of class names help as they do in the crawl of a site.
 * Pages of the training set score higher than others: the segments, the texts and the pages with a kind of docs/main-text.md are part
 * of it. The out-of-fold figures come from `bench/train/main-text.ts`. Titles, authors and dates are not trained.
 * `thresher clean --jsonl` is the whole filter in a process of its own: JSON, Markdown and media, and the CPU of all its threads.
 * The yardsticks allow a comparison between machines: htmlparser2 without handlers, and parse5 up to its tree. The last line is
 * the time of a page of the kind that `npm run bench` crawls.
 *
 * `--quality` prints the quality only. `--overlap` adds the longest common subsequence of words, and the longest common string and subsequence
 * of characters; it takes some minutes. `--misses title|author|date` lists the wrong values of the first half of the sites: rules are found
 * there and checked on the other half.
 *
 * `--python FILE` is a Python with trafilatura (`pip install trafilatura` in an environment of its own). Its fast extraction is then
 * timed on the same pages.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Parser } from 'htmlparser2';
import { parse } from 'parse5';
import { generatedPages } from '../../demo/generated/generated-pages.ts';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanHtml, cleanPage } from '../../shared/clean/clean-page.ts';
import { parseHtml } from '../../shared/clean/html/parse-html.ts';
import { extractByDensity } from '../../shared/clean/main-text/density-page.ts';
import { extractMainText } from '../../shared/clean/main-text/main-text.ts';
import { readHtmlText } from '../../shared/clean/read-html.ts';
import type { Url } from '../../shared/url/url.ts';
import { type GoldPage, readJsonLinesFile, siteOf } from '../data/extraction-data.ts';
import { addToTally, newTally, segmentF1, shingleF1, wordF1ByKind } from '../measure/extraction-score.ts';
import { warmFilterSeconds } from '../measure/filter-speed.ts';
import {
  addField,
  type FieldTally,
  type FieldValues,
  fieldScores,
  halfOf,
  isRight,
  SCORED_FIELDS,
} from '../measure/metadata-score.ts';
import { addOverlap, describeOverlap, type OverlapTally } from '../measure/overlap-score.ts';

/** Number of rounds. The JIT compiler still optimises in the first four. */
const ROUNDS = 8;
const MAX_TEXT = 2_000_000;
const TRAFILATURA = `
import gzip, json, sys, time, trafilatura
pages = [json.loads(line)['html'] for line in gzip.open(sys.argv[1], 'rt', encoding='utf8')]
before = time.process_time()
for page in pages:
    trafilatura.extract(page, fast=True)
seconds = time.process_time() - before
size = sum(len(page.encode('utf8', 'replace')) for page in pages)
print(f'{"trafilatura " + trafilatura.__version__ + ", fast":28} {size / 1e6 / seconds:.1f} MB per CPU second')
`;

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: 'string' },
    quality: { type: 'boolean' },
    overlap: { type: 'boolean' },
    misses: { type: 'string' },
  },
});
if (files.length === 0 || !files.every((file) => existsSync(file))) {
  process.stderr.write(
    'usage: node bench/clean/quality.ts [--quality] [--overlap] [--misses FIELD] [--python FILE] FILE.jsonl.gz… (lines of JSON with id, url, html and gold)\n',
  );
  process.exit(2);
}
for (const file of files) {
  const pages = readJsonLinesFile<GoldPage>(file);
  print(`${file}: ${pages.length} pages, ${(bytesOf(pages) / 1e6).toFixed(1)} MB`);
  const source = ({ url }: GoldPage) => ({ url: url as Url, options: DEFAULT_CLEAN_OPTIONS });
  if (!options.quality && options.misses === undefined) await printSpeed(file, pages, source);
  printQuality(pages, source);
}

if (!options.quality && options.misses === undefined) generatedSpeed();

type Source = (page: GoldPage) => Parameters<typeof readHtmlText>[1];

async function printSpeed(file: string, pages: readonly GoldPage[], source: Source): Promise<void> {
  const pass = ({ html }: GoldPage) => parseHtml(html, { xhtml: false, maxLinks: DEFAULT_CLEAN_OPTIONS.maxLinks });
  speed('text, links and metadata', pages, (page) => readHtmlText(page.html, source(page)));
  speed('… with language and digest', pages, (page) => cleanHtml(page.url as Url, page.html, DEFAULT_CLEAN_OPTIONS));
  speed('parsing, Markdown-ready', pages, pass);
  const parsed = new Map(pages.map((page) => [page, pass(page)]));
  speed('main text of blocks', pages, (page) => extractMainText(parsed.get(page) as never, MAX_TEXT));
  speed('plain density method', pages, (page) => extractByDensity(page.html, 'best'));
  speed('… as written', pages, (page) => extractByDensity(page.html, 'as-written'));
  printRate('thresher clean --jsonl, warm', pages, await warmFilterSeconds(pages));
  speed('yardstick: htmlparser2', pages, (page) => parseWithoutHandlers(page.html));
  speed('yardstick: parse5', pages, (page) => parse(page.html));
  if (options.python !== undefined)
    print(`  ${execFileSync(options.python, ['-c', TRAFILATURA, file]).toString().trim()}`);
}

function printQuality(pages: readonly GoldPage[], source: Source): void {
  const tally = newTally();
  const fields: FieldTally = new Map();
  const overlap: OverlapTally = new Map();
  for (const page of pages) {
    const found = readHtmlText(page.html, source(page));
    addToTally(tally, page.gold, found.text, page.kind);
    if (options.overlap) addOverlap(overlap, siteOf(page), page.gold.text ?? '', found.text);
    scoreFields(fields, page, found);
  }
  const quality =
    tally.words.size > 0
      ? wordF1ByKind(tally)
      : `segments F1 ${segmentF1(tally).toFixed(4)}, shingles F1 ${shingleF1(tally).toFixed(4)}`;
  print(`  ${quality}`);
  if (overlap.size > 0) print(`  ${describeOverlap(overlap)}`);
  for (const field of SCORED_FIELDS) print(`  ${field}: ${fieldScores(fields, field)}`);
}

function scoreFields(fields: FieldTally, page: GoldPage, found: FieldValues): void {
  const half = halfOf(siteOf(page));
  for (const field of SCORED_FIELDS) {
    const right = isRight(field, page.gold, found);
    if (right === undefined) continue;
    addField(fields, field, ['all', half, ...(page.kind === undefined ? [] : [page.kind])], right);
    if (!right && options.misses === field && half === 'first half')
      print(`  ${field}: ${page.gold[field]} | ${found[field]} | ${page.kind ?? ''} ${page.url}`);
  }
}

/** Measures pages of 25 to 28 KB from `generated-pages.ts`, from bytes to a document. */
function generatedSpeed(): void {
  const count = 200;
  const web = generatedPages({ hosts: 1, pages: count, seed: 'clean' });
  const headers = [['content-type', 'text/html; charset=utf-8']] as const;
  const bodies = Array.from({ length: count }, (_, i) => web.html(0, i));
  const url = (i: number) => `http://${web.hostName(0)}${web.pagePath(0, i)}` as Url;
  const seconds = best(() => {
    for (const [i, body] of bodies.entries()) cleanPage({ url: url(i), headers, body }, DEFAULT_CLEAN_OPTIONS);
  });
  const bytes = bodies.reduce((sum, { length }) => sum + length, 0);
  print(
    `generated pages of ${(bytes / count / 1000).toFixed(1)} KB, bytes to document: ${((seconds * 1000) / count).toFixed(2)} ms of CPU a page`,
  );
}

function parseWithoutHandlers(html: string): void {
  const parser = new Parser({});
  parser.write(html);
  parser.end();
}

function bytesOf(pages: readonly GoldPage[]): number {
  return pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);
}

function speed(name: string, pages: readonly GoldPage[], work: (page: GoldPage) => unknown): void {
  const seconds = best(() => {
    for (const page of pages) work(page);
  });
  printRate(name, pages, seconds);
}

/** @param seconds CPU seconds of one round over the pages */
function printRate(name: string, pages: readonly GoldPage[], seconds: number): void {
  print(`  ${name.padEnd(28)} ${(bytesOf(pages) / 1e6 / seconds).toFixed(1)} MB per CPU second`);
}

/** Returns the CPU seconds of the best round. */
function best(work: () => void): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    fastest = Math.min(fastest, (user + system) / 1e6);
  }
  return fastest;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
