/**
 * Measures near-duplicate detection by simhash: `node bench/near-duplicates.ts FILE.jsonl[.gz]…`, lines of `{id, url, html}`.
 *
 * Positive pairs are a page and an edited copy. Negative pairs are pages that share a template, pages of one site, and pages of
 * different sites. The results are deterministic.
 */
import { DEFAULT_CLEAN_OPTIONS } from '../shared/clean/clean-options.ts';
import { cleanHtml } from '../shared/clean/clean-page.ts';
import { hammingDistance } from '../shared/search/hamming-distance.ts';
import { nearKeys } from '../shared/text/duplicate-keys.ts';
import { simhash } from '../shared/text/simhash.ts';
import { normalize } from '../shared/url/normalize.ts';
import type { Url } from '../shared/url/url.ts';
import { type GoldPage, readJsonLinesFile, siteOf } from './data/extraction-data.ts';

/** Hamming distances that are evaluated, in bits. */
const THRESHOLDS = [0, 3, 4, 5, 6, 7, 8, 10];
/** Default threshold, in bits. */
const DEFAULT_THRESHOLD = 6;
const SEED = 20_261;

/** Edits a text; returns undefined if the text is too short. */
type Edit = (text: string) => string | undefined;
type Page = { text: string; site: string; html: string; url: Url; fingerprint: string };
type Row = { name: string; kind: 'near' | 'more' | 'apart'; bits: number[] };

/** Edited pairs within the default threshold, and those of them that share an index key and so are found by a search. */
const near = { all: 0, found: 0 };

let state = SEED;
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

const pages = process.argv.slice(2).flatMap((file) => readJsonLinesFile<GoldPage>(file).flatMap(pageOf));
if (pages.length < 10) throw new Error('expected at least 10 pages: node bench/near-duplicates.ts FILE.jsonl.gz…');
const vocabulary = pages.flatMap(({ text }) => text.split(/\s+/).filter((_, i) => i % 10 === 0));

const EDITS: [name: string, kind: Row['kind'], edit: Edit][] = [
  ['1 % of the words replaced', 'near', replaceWords(0.01)],
  ['2 % of the words replaced', 'near', replaceWords(0.02)],
  ['5 % of the words replaced', 'more', replaceWords(0.05)],
  ['10 % of the words replaced', 'more', replaceWords(0.1)],
  ['10 words added', 'near', addWords(10)],
  ['30 words added', 'near', addWords(30)],
  ['1 paragraph dropped', 'near', dropParagraphs(0)],
  ['10 % of the paragraphs dropped', 'more', dropParagraphs(0.1)],
  ['25 % of the paragraphs dropped', 'more', dropParagraphs(0.25)],
];

const rows: Row[] = EDITS.map(([name, kind, edit]) => ({
  name,
  kind,
  bits: pages.flatMap((page) => afterEdit(page, edit)),
}));
rows.push({ name: 'new menu and footer', kind: 'near', bits: pages.flatMap(afterNewFrame) });
for (const share of [0.5, 0.6, 0.7, 0.8, 0.9]) {
  const bits = Array.from({ length: 2_000 }, () => templatePair(share)).flat();
  rows.push({ name: `${share * 100} % shared template`, kind: share > 0.8 ? 'more' : 'apart', bits });
}
rows.push({ name: 'pages of one site', kind: 'apart', bits: pairs(true) });
rows.push({ name: 'pages of different sites', kind: 'apart', bits: pairs(false) });

print(`${pages.length} pages with a fingerprint; share of pairs within a Hamming distance in bits:`);
print(
  `${'edit'.padEnd(32)} ${'pairs'.padStart(7)}  ${THRESHOLDS.map((threshold) => `${threshold}`.padStart(7)).join('')}`,
);
for (const { name, bits } of rows) print(`${name.padEnd(32)} ${`${bits.length}`.padStart(7)}  ${shares(bits)}`);
for (const threshold of THRESHOLDS) print(quality(threshold));
print(`${share(near.found / near.all)} of the edited pairs within ${DEFAULT_THRESHOLD} share a key`);
print(speed());

function pageOf(gold: GoldPage): Page[] {
  const found = normalize(gold.url || `http://example.org/${gold.id}`, undefined, DEFAULT_CLEAN_OPTIONS.rules);
  const url = found.kind === 'url' ? found.url : ('http://example.org/' as Url);
  const { text, simhash: fingerprint } = cleanHtml(url, gold.html, DEFAULT_CLEAN_OPTIONS);
  return fingerprint === null ? [] : [{ text, site: siteOf(gold), html: gold.html, url, fingerprint }];
}

function replaceWords(share: number): Edit {
  return (text) => {
    const parts = text.split(/(\s+)/);
    return parts.map((part, i) => (i % 2 === 0 && random() < share ? pick(vocabulary) : part)).join('');
  };
}

function addWords(count: number): Edit {
  return (text) => `${text}\n\n${Array.from({ length: count }, () => pick(vocabulary)).join(' ')}`;
}

/** @param share share of the paragraphs; 0 drops one */
function dropParagraphs(share: number): Edit {
  return (text) => {
    const paragraphs = text.split('\n\n');
    if (paragraphs.length < 4) return undefined;
    for (let left = Math.max(1, Math.round(paragraphs.length * share)); left > 0; left--)
      paragraphs.splice(Math.floor(random() * paragraphs.length), 1);
    return paragraphs.join('\n\n');
  };
}

function afterEdit({ text, fingerprint }: Page, edit: Edit): number[] {
  const edited = edit(text);
  return edited === undefined || edited === text ? [] : distances(fingerprint, simhash(edited));
}

/** Cleans the page again with an added menu and footer. */
function afterNewFrame({ html, url, fingerprint }: Page): number[] {
  const items = Array.from({ length: 12 }, () => `<li><a href="/${pick(vocabulary)}">${pick(vocabulary)}</a></li>`);
  const footer = Array.from({ length: 40 }, () => pick(vocabulary)).join(' ');
  const framed = html
    .replace(/<body[^>]*>/i, (body) => `${body}<nav class="menu"><ul>${items.join('')}</ul></nav>`)
    .replace(/<\/body>/i, (body) => `<footer><p>${footer.replaceAll('<', '')}</p></footer>${body}`);
  return framed === html ? [] : distances(fingerprint, cleanHtml(url, framed, DEFAULT_CLEAN_OPTIONS).simhash);
}

/** Compares two pages of 300 words that share a template: its words come first, then those of two different pages. */
function templatePair(share: number): number[] {
  const [template, one, other] = [pick(pages), pick(pages), pick(pages)];
  if (template === one || template === other || one.text === other.text) return [];
  const common = Math.round(300 * share);
  const words = ({ text }: Page, count: number) => {
    const all = text.split(/\s+/);
    return Array.from({ length: count }, (_, i) => all[i % all.length]);
  };
  const made = (own: Page) => simhash([...words(template, common), ...words(own, 300 - common)].join(' '));
  return distances(made(one), made(other));
}

function pairs(ofOneSite: boolean): number[] {
  const bits: number[] = [];
  for (const [i, one] of pages.entries()) {
    for (const other of pages.slice(i + 1)) {
      if (one.text === other.text || (one.site === other.site) !== ofOneSite) continue;
      bits.push(hammingDistance(one.fingerprint, other.fingerprint));
    }
  }
  return bits;
}

/** Returns the distance of two fingerprints; none if one is missing. */
function distances(one: string | null, other: string | null): number[] {
  if (one === null || other === null) return [];
  const bits = hammingDistance(one, other);
  if (bits > DEFAULT_THRESHOLD) return [bits];
  near.all++;
  if (nearKeys(one).some((key) => nearKeys(other).includes(key))) near.found++;
  return [bits];
}

function within(bits: readonly number[], threshold: number): number {
  return bits.filter((found) => found <= threshold).length;
}

function shares(bits: readonly number[]): string {
  return THRESHOLDS.map((threshold) => share(within(bits, threshold) / bits.length).padStart(7)).join('');
}

function share(part: number): string {
  return part > 0 && part < 0.001 ? part.toExponential(0) : part.toFixed(3);
}

/** Returns recall and precision; all kinds of pairs have the same weight. */
function quality(threshold: number): string {
  const mean = (kind: Row['kind']) => {
    const own = rows.filter((row) => row.kind === kind);
    return own.reduce((sum, { bits }) => sum + within(bits, threshold) / bits.length, 0) / own.length;
  };
  const [found, wrong] = [mean('near'), mean('apart')];
  const usual = threshold === DEFAULT_THRESHOLD ? '  (the default)' : '';
  return `within ${threshold}: recall ${found.toFixed(3)}, precision ${(found / (found + wrong)).toFixed(3)}${usual}`;
}

function speed(): string {
  const repetitions = 20;
  const before = process.threadCpuUsage();
  for (let i = 0; i < repetitions; i++) for (const { text } of pages) simhash(text);
  const { user, system } = process.threadCpuUsage(before);
  const characters = pages.reduce((sum, { text }) => sum + text.length, 0);
  const micros = (user + system) / repetitions;
  return `${(micros / pages.length).toFixed(0)} µs of CPU per page of ${Math.round(characters / pages.length)} characters`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
