/**
 * Measures the effect of removing site boilerplate (`shared/clean/main-text/site-strings.ts`).
 *
 *   node bench/clean/site-templates.ts [--batch N] [--show] [DIR=SELECTOR…]
 *
 * Each folder of HTML files is a host; the selector finds the text of a page. Synthetic sites are measured too, once with one and
 * once with three versions of each page. Pages come in batches of N, in random order. Prints precision, recall and F1 of four-word
 * shingles.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { selectOne } from 'css-select';
import { parse } from 'parse5';
import { adapter } from 'parse5-htmlparser2-tree-adapter';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { parseHtml } from '../../shared/clean/html/parse-html.ts';
import type { ParsedPage } from '../../shared/clean/html/parsed-page.ts';
import { joinBlocks } from '../../shared/clean/main-text/join-blocks.ts';
import { chooseMainBlocks } from '../../shared/clean/main-text/main-text.ts';
import { createSitePages, type SitePages } from '../../shared/clean/site-pages.ts';
import type { Url } from '../../shared/url/url.ts';
import { syntheticSitePage } from '../data/synthetic-pages.ts';
import { addToTally, newTally, shingleF1, type Tally } from '../measure/extraction-score.ts';

type Page = { url: Url; parsed: ParsedPage; text: string };

const { values: options, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { batch: { type: 'string', default: '8' }, show: { type: 'boolean', default: false } },
});
const batch = Number(options.batch);
/** Maximum number of pages of a folder. */
const MAX_PAGES = 120;

for (const folder of folders) {
  const at = folder.indexOf('=');
  compare(folder.slice(0, at), shuffled(pagesOfFolder(folder.slice(0, at), folder.slice(at + 1))));
}
const made = Array.from({ length: 60 }, (_, site) => Array.from({ length: batch }, (_, i) => madePage(site, i)));
compare('60 synthetic sites', made.flat());
compare(
  '… three versions of each page',
  made.flatMap((pages) => pages.slice(0, 2).flatMap((page) => versionsOf(page))),
  6,
);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function parsedOf(html: string): ParsedPage {
  return parseHtml(html, { xhtml: false, maxLinks: 0 });
}

function pagesOfFolder(dir: string, selector: string): Page[] {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  return shuffled(files.sort())
    .slice(0, MAX_PAGES)
    .flatMap((name) => {
      const html = readFileSync(join(dir, name), 'utf8');
      const tree = parse(html, { treeAdapter: adapter, sourceCodeLocationInfo: true });
      const found = selectOne(selector, tree.children);
      const place = found && 'sourceCodeLocation' in found ? found.sourceCodeLocation : undefined;
      if (!place) return [];
      const text = joinBlocks(parsedOf(html.slice(place.startOffset, place.endOffset)).blocks, 1e7);
      return [{ url: `http://docs.example/${name}` as Url, parsed: parsedOf(html), text }];
    });
}

function madePage(site: number, number: number): Page {
  const { url, html, gold } = syntheticSitePage(site, number);
  return { url: url as Url, parsed: parsedOf(html), text: gold.text as string };
}

/** Returns the page and its versions for printing and for small screens. */
function versionsOf(page: Page): Page[] {
  return ['', '?print', '?mobile'].map((end) => ({ ...page, url: `${page.url}${end}` as Url }));
}

function shuffled<T>(list: readonly T[]): T[] {
  const random = seededRandom(list.length);
  return list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Prints the scores of extraction page by page and batch by batch. */
function compare(name: string, pages: readonly Page[], size = batch): void {
  const tallies: [alone: Tally, together: Tally] = [newTally(), newTally()];
  const changes = new Map<string, number>();
  let extractedTwice = 0;
  let seconds = 0;
  let secondsAlone = 0;
  for (let at = 0; at < pages.length; at += size) {
    const group = pages.slice(at, at + size);
    const alone = group.map((page) => {
      const before = process.threadCpuUsage();
      const { blocks = [] } = chooseMainBlocks(page.parsed, 'model');
      secondsAlone += since(before);
      return blocks;
    });
    const before = process.threadCpuUsage();
    const site = createSitePages();
    const first = group.map((page) => read(page, site.firstPass));
    const changed = site.changedPages();
    const together = group.map((page, i) => (changed.has(page.url) ? read(page, site.secondPass) : first[i]) ?? []);
    seconds += since(before);
    extractedTwice += group.filter(({ url }) => changed.has(url)).length;
    for (const [i, { text }] of group.entries()) {
      const [one, other] = [new Set(alone[i]), new Set(together[i])];
      addToTally(tallies[0], { text }, joinBlocks([...one], 1e7));
      addToTally(tallies[1], { text }, joinBlocks([...other], 1e7));
      for (const block of new Set([...one, ...other])) {
        if (one.has(block) && other.has(block)) continue;
        const change = `${one.has(block) ? '-' : '+'} ${block.text.slice(0, 90)}`;
        changes.set(change, (changes.get(change) ?? 0) + 1);
      }
    }
  }
  print(
    `${name}: ${pages.length} pages, ${extractedTwice} extracted extractedTwice, ${((100 * (seconds - secondsAlone)) / secondsAlone).toFixed(0)} % more time for the main text`,
  );
  print(`  alone    ${figures(tallies[0])}`);
  print(`  together ${figures(tallies[1])}`);
  if (options.show)
    for (const [change, times] of [...changes].sort((a, b) => b[1] - a[1]).slice(0, 30))
      print(`  ${times} × ${change}`);
}

function read({ url, parsed }: Page, onSite: SitePages['firstPass']) {
  return chooseMainBlocks(parsed, 'model', (page, choose) => onSite(url, page, choose)).blocks;
}

function since(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1e6;
}

function figures(tally: Tally): string {
  const mean = (key: 'precision' | 'recall') =>
    tally.shingles.reduce((sum, one) => sum + one[key], 0) / Math.max(1, tally.shingles.length);
  return `precision ${mean('precision').toFixed(4)} recall ${mean('recall').toFixed(4)} F1 ${shingleF1(tally).toFixed(4)}`;
}
