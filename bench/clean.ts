/**
 * Speed and quality of cleaning: `node bench/clean.ts FILE.jsonl.gz…`, lines of `{id, url, html, gold}` as
 * `bench/extraction-data.ts` has them. Speed is HTML per second of one thread's CPU, warm, the best of several rounds; what is
 * timed is text, links and metadata, and then its parts. Pages come once more in each round, so what is remembered of class
 * names counts as it does in a crawl of a site.
 */
import { existsSync } from 'node:fs';
import { DEFAULT_CLEAN_OPTIONS } from '../shared/clean/clean-options.ts';
import { cleanHtml } from '../shared/clean/clean-page.ts';
import { densityText } from '../shared/clean/density-text.ts';
import { mainText } from '../shared/clean/main-text.ts';
import { parseHtml } from '../shared/clean/parse-html.ts';
import { readHtmlText } from '../shared/clean/read-html.ts';
import type { Url } from '../shared/url/url.ts';
import { type GoldPage, readJsonLines } from './extraction-data.ts';
import { addPage, emptyTally, segmentF1, shingleF1 } from './extraction-score.ts';

const ROUNDS = 4;
const MAX_TEXT = 2_000_000;

const files = process.argv.slice(2);
if (files.length === 0 || !files.every((file) => existsSync(file))) {
  process.stderr.write('usage: node bench/clean.ts FILE.jsonl.gz… (lines of JSON with id, url, html and gold)\n');
  process.exit(2);
}
for (const file of files) {
  const pages = readJsonLines<GoldPage>(file);
  print(`${file}: ${pages.length} pages, ${(bytesOf(pages) / 1e6).toFixed(1)} MB`);
  const parse = ({ html }: GoldPage) => parseHtml(html, { xhtml: false, maxLinks: DEFAULT_CLEAN_OPTIONS.maxLinks });
  const source = ({ url }: GoldPage) => ({ url: url as Url, options: DEFAULT_CLEAN_OPTIONS });
  speed('text, links and metadata', pages, (page) => readHtmlText(page.html, source(page)));
  speed('… with language and digest', pages, (page) => cleanHtml(page.url as Url, page.html, DEFAULT_CLEAN_OPTIONS));
  speed('the pass alone', pages, parse);
  const parsed = new Map(pages.map((page) => [page, parse(page)]));
  speed('main text of blocks', pages, (page) => mainText(parsed.get(page) as never, MAX_TEXT));
  speed('density of blocks', pages, (page) => densityText(parsed.get(page)?.blocks ?? []));
  const tally = emptyTally();
  for (const page of pages) addPage(tally, page.gold, readHtmlText(page.html, source(page)).text);
  print(
    `  segments F1 ${segmentF1(tally).toFixed(4)}, shingles F1 ${shingleF1(tally).toFixed(4)} (pages that were trained on)`,
  );
}

function bytesOf(pages: readonly GoldPage[]): number {
  return pages.reduce((sum, { html }) => sum + Buffer.byteLength(html), 0);
}

function speed(name: string, pages: readonly GoldPage[], work: (page: GoldPage) => unknown): void {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.threadCpuUsage();
    for (const page of pages) work(page);
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1e6);
  }
  print(`  ${name.padEnd(28)} ${(bytesOf(pages) / 1e6 / best).toFixed(1)} MB per CPU second`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
