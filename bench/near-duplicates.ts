/**
 * How well fingerprints tell pages that are nearly the same: `node bench/near-duplicates.ts FILE.jsonl[.gz]…`, lines of
 * `{id, url, html}`. Each page is edited by a known amount and compared with what it was; pages that share a template, pages
 * of one site and all other pairs are what must stay apart. The same files give the same figures.
 */
import { DEFAULT_CLEAN_OPTIONS } from '../shared/clean/clean-options.ts';
import { cleanHtml } from '../shared/clean/clean-page.ts';
import { hammingDistance } from '../shared/search/hamming-distance.ts';
import { nearKeys } from '../shared/text/duplicate-keys.ts';
import { simhash } from '../shared/text/simhash.ts';
import { normalize } from '../shared/url/normalize.ts';
import type { Url } from '../shared/url/url.ts';
import { type GoldPage, readJsonLinesFile, siteOf } from './data/extraction-data.ts';

const THRESHOLDS = [0, 3, 4, 5, 6, 7, 8, 10];
const USUAL = 6;
const SEED = 20_261;

/** @returns undefined where the text is too short for that. */
type Edit = (text: string) => string | undefined;
type Page = { text: string; site: string; html: string; url: Url; fingerprint: string };
type Row = { name: string; kind: 'near' | 'more' | 'apart'; bits: number[] };

/** Of the pairs within the usual number of bits, those with a key in common: what a search finds. */
const near = { all: 0, found: 0 };

let state = SEED;
const chance = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;

const pages = process.argv.slice(2).flatMap((file) => readJsonLinesFile<GoldPage>(file).flatMap(pageOf));
if (pages.length < 10) throw new Error('give files of pages: node bench/near-duplicates.ts FILE.jsonl.gz…');
const vocabulary = pages.flatMap(({ text }) => text.split(/\s+/).filter((_, i) => i % 10 === 0));

const EDITS: [name: string, kind: Row['kind'], edit: Edit][] = [
  ['1 % of the words replaced', 'near', replaced(0.01)],
  ['2 % of the words replaced', 'near', replaced(0.02)],
  ['5 % of the words replaced', 'more', replaced(0.05)],
  ['10 % of the words replaced', 'more', replaced(0.1)],
  ['10 words added', 'near', added(10)],
  ['30 words added', 'near', added(30)],
  ['1 paragraph dropped', 'near', dropped(0)],
  ['10 % of the paragraphs dropped', 'more', dropped(0.1)],
  ['25 % of the paragraphs dropped', 'more', dropped(0.25)],
];

const rows: Row[] = EDITS.map(([name, kind, edit]) => ({
  name,
  kind,
  bits: pages.flatMap((page) => afterEdit(page, edit)),
}));
rows.push({ name: 'other menu and footer', kind: 'near', bits: pages.flatMap(afterNewFrame) });
for (const share of [0.5, 0.6, 0.7, 0.8, 0.9]) {
  const bits = Array.from({ length: 2_000 }, () => templatePair(share)).flat();
  rows.push({ name: `${share * 100} % a common template`, kind: share > 0.8 ? 'more' : 'apart', bits });
}
rows.push({ name: 'pages of one site', kind: 'apart', bits: pairs(true) });
rows.push({ name: 'pages of different sites', kind: 'apart', bits: pairs(false) });

print(`${pages.length} pages with at least so many words that they have a fingerprint; pairs within so many bits:`);
print(`${'edit'.padEnd(32)} ${'pairs'.padStart(7)}  ${THRESHOLDS.map((most) => `${most}`.padStart(7)).join('')}`);
for (const { name, bits } of rows) print(`${name.padEnd(32)} ${`${bits.length}`.padStart(7)}  ${shares(bits)}`);
for (const most of THRESHOLDS) print(quality(most));
print(`${share(near.found / near.all)} of the edited pairs within ${USUAL} have a key in common`);
print(speed());

function pageOf(gold: GoldPage): Page[] {
  const found = normalize(gold.url || `http://example.org/${gold.id}`, undefined, DEFAULT_CLEAN_OPTIONS.rules);
  const url = found.kind === 'url' ? found.url : ('http://example.org/' as Url);
  const { text, simhash: fingerprint } = cleanHtml(url, gold.html, DEFAULT_CLEAN_OPTIONS);
  return fingerprint === null ? [] : [{ text, site: siteOf(gold), html: gold.html, url, fingerprint }];
}

function replaced(share: number): Edit {
  return (text) => {
    const parts = text.split(/(\s+)/);
    return parts.map((part, i) => (i % 2 === 0 && chance() < share ? oneOf(vocabulary) : part)).join('');
  };
}

function added(count: number): Edit {
  return (text) => `${text}\n\n${Array.from({ length: count }, () => oneOf(vocabulary)).join(' ')}`;
}

/** @param share 0: one. */
function dropped(share: number): Edit {
  return (text) => {
    const paragraphs = text.split('\n\n');
    if (paragraphs.length < 4) return undefined;
    for (let left = Math.max(1, Math.round(paragraphs.length * share)); left > 0; left--)
      paragraphs.splice(Math.floor(chance() * paragraphs.length), 1);
    return paragraphs.join('\n\n');
  };
}

function afterEdit({ text, fingerprint }: Page, edit: Edit): number[] {
  const edited = edit(text);
  return edited === undefined || edited === text ? [] : apart(fingerprint, simhash(edited));
}

/** The same page in the frame of another: cleaned anew, with a menu and a footer that it did not have. */
function afterNewFrame({ html, url, fingerprint }: Page): number[] {
  const items = Array.from({ length: 12 }, () => `<li><a href="/${oneOf(vocabulary)}">${oneOf(vocabulary)}</a></li>`);
  const footer = Array.from({ length: 40 }, () => oneOf(vocabulary)).join(' ');
  const framed = html
    .replace(/<body[^>]*>/i, (body) => `${body}<nav class="menu"><ul>${items.join('')}</ul></nav>`)
    .replace(/<\/body>/i, (body) => `<footer><p>${footer.replaceAll('<', '')}</p></footer>${body}`);
  return framed === html ? [] : apart(fingerprint, cleanHtml(url, framed, DEFAULT_CLEAN_OPTIONS).simhash);
}

/** Two pages of 300 words: the first of them a template's, the rest of two different pages. */
function templatePair(share: number): number[] {
  const [template, one, other] = [oneOf(pages), oneOf(pages), oneOf(pages)];
  if (template === one || template === other || one.text === other.text) return [];
  const common = Math.round(300 * share);
  const words = ({ text }: Page, count: number) => {
    const all = text.split(/\s+/);
    return Array.from({ length: count }, (_, i) => all[i % all.length]);
  };
  const made = (own: Page) => simhash([...words(template, common), ...words(own, 300 - common)].join(' '));
  return apart(made(one), made(other));
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

function apart(one: string | null, other: string | null): number[] {
  if (one === null || other === null) return [];
  const bits = hammingDistance(one, other);
  if (bits > USUAL) return [bits];
  near.all++;
  if (nearKeys(one).some((key) => nearKeys(other).includes(key))) near.found++;
  return [bits];
}

function within(bits: readonly number[], most: number): number {
  return bits.filter((found) => found <= most).length;
}

function shares(bits: readonly number[]): string {
  return THRESHOLDS.map((most) => share(within(bits, most) / bits.length).padStart(7)).join('');
}

function share(part: number): string {
  return part > 0 && part < 0.001 ? part.toExponential(0) : part.toFixed(3);
}

/** Every kind of pair counts the same, however many there are of it. */
function quality(most: number): string {
  const mean = (kind: Row['kind']) => {
    const own = rows.filter((row) => row.kind === kind);
    return own.reduce((sum, { bits }) => sum + within(bits, most) / bits.length, 0) / own.length;
  };
  const [found, wrong] = [mean('near'), mean('apart')];
  const usual = most === USUAL ? '  (the default)' : '';
  return `within ${most}: recall ${found.toFixed(3)}, precision ${(found / (found + wrong)).toFixed(3)}${usual}`;
}

function speed(): string {
  const again = 20;
  const before = process.threadCpuUsage();
  for (let i = 0; i < again; i++) for (const { text } of pages) simhash(text);
  const { user, system } = process.threadCpuUsage(before);
  const characters = pages.reduce((sum, { text }) => sum + text.length, 0);
  const micros = (user + system) / again;
  return `${(micros / pages.length).toFixed(0)} µs of CPU a page of ${Math.round(characters / pages.length)} characters`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
