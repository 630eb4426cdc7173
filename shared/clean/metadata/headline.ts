/** What a page is called: its own headline where it has one, or else its title without the name of the site. */

import type { ParsedPage } from '../html/parsed-page.ts';
import type { JsonLdArticle } from './json-ld.ts';
import type { Metadata, SourcedValue } from './metadata.ts';

const TITLE_META_NAMES = ['og:title', 'citation_title', 'dc.title', 'dcterms.title', 'twitter:title'];
/** So much of a heading's words must be in the title, or of the title's in the heading. */
const MIN_SIMILARITY = 0.6;
const MAX_LEVEL = 3;

export function findTitle(page: ParsedPage, metadata: Metadata, article: JsonLdArticle): SourcedValue | null {
  const site = metadata['og:site_name']?.[0] ?? '';
  const named = TITLE_META_NAMES.flatMap((name) =>
    metadata[name]?.[0] ? [{ value: metadata[name][0], source: `meta ${name}` }] : [],
  )[0];
  const own = page.title === null ? [] : [page.title];
  const titles = [...(named ? [named.value] : []), ...own];
  const headline = findHeadline(
    page,
    titles.map((title) => withoutSiteName(title, site)),
    site,
  );
  if (headline !== null) return { value: headline, source: 'heading' };
  const said = page.properties.find(({ name }) => name === 'headline');
  if (article.headline) return { value: article.headline, source: 'json-ld' };
  if (said) return { value: said.value, source: said.source };
  if (named) return { value: withoutSiteName(named.value, site), source: named.source };
  if (page.title !== null) return { value: withoutSiteName(page.title, site), source: 'title' };
  const first = page.headings[0];
  return first === undefined ? null : { value: first, source: 'heading' };
}

/** What else the page calls itself. */
export function otherTitles(
  page: ParsedPage,
  article: JsonLdArticle,
  title: string | null,
): { headline: string | null; pageTitle: string | null } {
  const said = page.properties.find(({ name }) => name === 'headline')?.value;
  const main = page.headings[page.levels.indexOf(1)];
  const headline = article.headline ?? said ?? main ?? null;
  return { headline: headline === title ? null : headline, pageTitle: page.title === title ? null : page.title };
}

/** The heading that the titles agree with most; a higher one before a lower one. */
function findHeadline({ headings, levels }: ParsedPage, titles: readonly string[], site: string): string | null {
  const wanted = titles.map(wordsOf);
  const siteWords = wordsOf(site);
  let best: string | null = null;
  let bestScore = 0;
  for (const [i, heading] of headings.slice(0, MAX_HEADINGS).entries()) {
    const level = levels[i] as number;
    if (level > MAX_LEVEL) continue;
    const words = wordsOf(heading);
    if (words.size === 0 || (siteWords.size > 0 && similarity(words, siteWords) > 0.9)) continue;
    const score = Math.max(0, ...wanted.map((title) => similarity(words, title))) - (level - 1) * LEVEL_PENALTY;
    if (score > bestScore) {
      best = heading;
      bestScore = score;
    }
    // Nothing can be more like a title than all of its words.
    if (bestScore >= 1) break;
  }
  if (bestScore >= MIN_SIMILARITY) return best;
  const first = levels.filter((level) => level === 1).length === 1 ? headings[levels.indexOf(1)] : undefined;
  return first !== undefined && wordsOf(first).size >= MIN_SENTENCE_WORDS && similarity(wordsOf(first), siteWords) < 0.5
    ? first
    : null;
}

const MAX_HEADINGS = 50;
const LEVEL_PENALTY = 0.1;
/** The only main heading is believed without the title's word when it is a sentence rather than a name. */
const MIN_SENTENCE_WORDS = 4;

function wordsOf(text: string): Set<string> {
  const small = text.toLowerCase();
  return new Set(small.match(BEYOND_ASCII.test(small) ? WORD : ASCII_WORD) ?? []);
}

const WORD = /[\p{L}\p{N}]+/gu;
/** The same where there are no other letters, in a fraction of the time. */
const ASCII_WORD = /[a-z0-9]+/g;
const BEYOND_ASCII = /[\u0080-\uffff]/;

/** Between the share of common words in both together and in the smaller one: a title may lack half of a headline. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  if (common === 0) return 0;
  const union = a.size + b.size - common;
  const smaller = Math.min(a.size, b.size);
  return (common / union + (smaller > 1 ? common / smaller : common / union)) / 2;
}

const TITLE_SEPARATOR = /\s+(?:[|–—»«·•›‹-]|::|\/\/)\s+|\s*\|\s*|\s*[»›]\s*/u;

/** Title without the name of the site, before or after it; where that is not said, without the shorter end after a bar. */
export function withoutSiteName(title: string, site: string): string {
  const parts = title.split(TITLE_SEPARATOR).filter((part) => part !== '');
  if (parts.length < 2) return title.trim();
  const siteWords = wordsOf(site);
  const isSite = (part: string): boolean => siteWords.size > 0 && similarity(wordsOf(part), siteWords) > 0.6;
  const last = parts.at(-1) as string;
  const first = parts[0] as string;
  if (isSite(last) || (siteWords.size === 0 && last.length < title.length / 2)) return removeLastPart(title, last);
  if (isSite(first)) return title.slice(title.indexOf(first) + first.length).replace(EDGE_SEPARATORS, '');
  return title.trim();
}

const EDGE_SEPARATORS = /^[\s|–—»«·•›‹:/-]+|[\s|–—»«·•›‹:/-]+$/gu;

function removeLastPart(title: string, part: string): string {
  return title.slice(0, title.lastIndexOf(part)).replace(EDGE_SEPARATORS, '') || title.trim();
}
