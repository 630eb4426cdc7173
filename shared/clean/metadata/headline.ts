/** Finds the title of a page: its headline if it has one, otherwise its title without the name of the site. */

import type { ParsedPage } from '../html/parsed-page.ts';
import type { PageKind } from '../page-kind/page-kinds.ts';
import type { JsonLdArticle } from './json-ld.ts';
import { headingOfSameLetters, isSpelledOut, withoutKicker, withoutSection } from './kicker.ts';
import { manualTitle, SECTION_NUMBER } from './manual-title.ts';
import type { Metadata, SourcedValue } from './metadata.ts';
import { withoutNamesInUrl } from './names-in-url.ts';
import {
  asDeclared,
  headingNamedByUrl,
  partNamedByUrl,
  symbolHeading,
  wikiHeading,
  wikiName,
  withoutProject,
} from './reference-title.ts';
import {
  afterHomeName,
  isNamedHome,
  markedName,
  nameInHost,
  ROOT,
  siteBanner,
  withoutBanner,
  withoutHeading,
} from './site-banner.ts';
import { EDGE_SEPARATORS, TITLE_SEPARATOR } from './title-separator.ts';
import { joinedWords, similarity, wordsOf } from './word-similarity.ts';

/** Names of meta elements with titles, most reliable first. */
const TITLE_META_NAMES = ['og:title', 'citation_title', 'dc.title', 'dcterms.title', 'twitter:title'];
/** Minimum similarity of a heading and a title. */
const MIN_SIMILARITY = 0.6;
/** Minimum similarity of the only main heading and a title from which a lower heading replaces it only if it is the same but for a word or two. */
const MIN_MAIN_SIMILARITY = 0.3;
const SAME = 0.8;
/** Lowest heading level that may be the headline. */
const MAX_LEVEL = 3;

/** Returns the title of a page with its source, or null. @param kind kind of the page; undefined if it is not certain */
export function findTitle(
  whole: ParsedPage,
  metadata: Metadata,
  article: JsonLdArticle,
  url: string,
  kind?: PageKind,
): SourcedValue | null {
  const banner = siteBanner(whole, url);
  const page = banner === undefined ? whole : withoutHeading(whole, banner);
  const found = titleWithNames({ whole, page, banner, metadata, article, url, kind });
  const declared = declaredTitles(page, metadata, article);
  const named = headingNamedByUrl(page, url, found?.value ?? '', declared);
  if (named !== undefined) {
    const isTitle = found?.source === 'heading' && declared.some((title) => isTitledBy(title, found.value, named));
    if (!isTitle) return { value: named, source: 'heading' };
  }
  return found && { ...found, value: withoutNamesInUrl(found.value, url) };
}

/** Returns all titles that the page declares: in meta elements, the title element, JSON-LD and microdata. */
function declaredTitles({ title, properties }: ParsedPage, metadata: Metadata, { headline }: JsonLdArticle): string[] {
  const property = properties.find(({ name }) => name === 'headline')?.value;
  const named = metaTitles(metadata).map(({ value }) => value);
  return [...named, title === null ? undefined : withoutLabels(title), headline, property].flatMap((one) => one || []);
}

/** Whether a heading is a title or a part of it. A part behind another heading may be the name of the site. */
function isTitledBy(title: string, heading: string, other: string): boolean {
  const parts = title.split(TITLE_SEPARATOR);
  return isSame(title, heading) || (parts.some((part) => isSame(part, heading)) && !isSame(parts[0] ?? '', other));
}

/** What a title is found in. `page` lacks the headings that are the `banner` of the site. */
type TitleInput = {
  whole: ParsedPage;
  page: ParsedPage;
  banner: string | undefined;
  metadata: Metadata;
  article: JsonLdArticle;
  url: string;
  kind: PageKind | undefined;
};

/** Returns the title, maybe with names that the URL has. */
function titleWithNames({ whole, page, banner, metadata, article, url, kind }: TitleInput): SourcedValue | null {
  const generator = metadata['generator']?.[0] ?? '';
  const wiki = wikiName(whole, generator);
  const site =
    metadata['og:site_name']?.[0] ?? wiki ?? banner ?? markedName(page, url) ?? nameInHost(page.title ?? '', url);
  const main = page.headings[page.levels.indexOf(1)] ?? '';
  if (kind === 'service' && page.title) {
    // Such a heading is often a slogan, unless a meta element has it.
    if (isDeclared(main, metadata)) return { value: main, source: 'heading' };
    return { value: isNamedHome(page.title, url) ? page.title.trim() : firstPart(page.title, site), source: 'title' };
  }
  const ofManual = manualTitle(page);
  if (ofManual !== null) return { value: ofManual, source: 'heading' };
  const named = metaTitles(metadata)[0];
  const own = page.title === null ? [] : [withoutProject(withoutLabels(page.title), generator)];
  const titles = [...(named ? [named.value] : []), ...own];
  const cut = (title: string): string => {
    // A title that the main heading contains has no name of a site.
    if (main.includes(title) || isSame(title, site)) return title;
    if (site !== '' && isSame(title, `${main} ${site}`)) return main;
    const rest = banner === undefined ? title : withoutBanner(title, banner, page.headings);
    return withoutSiteName(rest, site, isNamedHome(title, url));
  };
  const headline =
    (wiki !== undefined && wikiHeading(page, wiki)) ||
    (symbolHeading(page, page.title ?? '') ??
      headingInTitle(page, titles, site) ??
      findHeadline(page, titles.map(cut), site, kind, ROOT.test(url)) ??
      headingOfSameLetters(page.headings.slice(0, MAX_HEADINGS), page.levels, titles.map(cut), MAX_LEVEL));
  const property = page.properties.find(({ name, value }) => name === 'headline' && !isSame(value, site));
  const identifier = own.find((title) => isSpelledOut(title, headline));
  if (identifier !== undefined) return { value: identifier, source: 'title' };
  if (headline !== null) {
    const shorter = [...(property ? [property.value] : []), ...page.headings.slice(0, MAX_HEADINGS)];
    const declared = [article.headline, property?.value, ...titles.map(cut), ...titles];
    const value = withoutKicker(withoutSection(asDeclared(headline, titles), shorter), declared);
    return { value, source: 'heading' };
  }
  if (article.headline) return { value: article.headline, source: 'json-ld' };
  if (property) return { value: property.value, source: property.source };
  if (named) return { value: cut(named.value), source: named.source };
  if (own[0] !== undefined)
    return {
      value:
        (kind === 'forum' && afterHomeName(page, own[0], url)) ||
        (MANUALS.has(kind) && partNamedByUrl(own[0], url)) ||
        cut(own[0]),
      source: 'title',
    };
  const first = page.headings[0];
  return first === undefined ? null : { value: first, source: 'heading' };
}

const isSame = (a: string, b: string): boolean => joinedWords(a) === joinedWords(b);

/** Whether a heading is the title in a meta element. */
const isDeclared = (heading: string, metadata: Metadata): boolean =>
  joinedWords(heading) !== '' && metaTitles(metadata).some(({ value }) => isSame(value, heading));

/** Returns the titles in meta elements, most reliable first. */
const metaTitles = (metadata: Metadata): SourcedValue[] =>
  TITLE_META_NAMES.flatMap((name) => {
    const value = metadata[name]?.[0];
    return value ? [{ value, source: `meta ${name}` }] : [];
  });

/** Returns a title without what WordPress writes in it (`Bog Notes » Blog Archive » Growing moss`, in either order), phpBB before it, and the papers of Newsquest after it. */
function withoutLabels(title: string): string {
  return title.replace(ARCHIVE_LABEL, '').replace(TOPIC_LABEL, '').replace(FROM_PAPER, '');
}

const ARCHIVE_LABEL = /(?<=^|\s)blog\s?archiv(?:e|es)?\s+»\s+/iu;
/** `Moss grows (from Bog Gazette)`. */
const FROM_PAPER = /\s\(from (?:the )?\p{Lu}[^()]{2,40}\)$/u;
/** `Bog Board • View topic - `, also with `::`. */
const TOPIC_LABEL =
  /^.*?\s(?:::|•)\s+(?:view topic|thema anzeigen|voir le sujet|ver tema|leggi argomento|bekijk onderwerp|zobacz (?:temat|wątek)|просмотр темы)\s+-\s+/iu;

/** Returns the page's headline and `<title>` where they differ from its title; otherwise null. */
export function otherTitles(
  page: ParsedPage,
  article: JsonLdArticle,
  title: string | null,
  url: string,
): { headline: string | null; pageTitle: string | null } {
  const declared = page.properties.find(({ name }) => name === 'headline')?.value;
  const headline = article.headline ?? declared ?? mainHeading(page, url) ?? null;
  return { headline: headline === title ? null : headline, pageTitle: page.title === title ? null : page.title };
}

function mainHeading(page: ParsedPage, url: string): string | undefined {
  const banner = siteBanner(page, url);
  return page.headings.find((heading, i) => page.levels[i] === 1 && heading !== banner);
}

/**
 * Returns the only main heading if it is the first part of a title: `Quickstart` of `Quickstart — Flask Documentation (3.1.x)`. If it is the last
 * part, it names the site, and another heading that is the first part is returned.
 */
function headingInTitle({ headings, levels }: ParsedPage, titles: readonly string[], site: string): string | null {
  const at = levels.indexOf(1);
  const heading = headings[at];
  if (heading === undefined || levels.indexOf(1, at + 1) !== -1) return null;
  const words = joinedWords(heading);
  if (words === '') return null;
  const parts = titles.map((title) => title.split(HEADING_SEPARATOR).map(joinedWords));
  const others = headings.slice(0, MAX_HEADINGS).map(joinedWords);
  const before = parts.find((part) => part.length > 1 && part[0] !== words && part.at(-1) === words)?.[0];
  if (before) return headings[others.indexOf(before)] ?? null;
  // `Bog Tools Desktop` is a page of the site Bog Tools.
  const isSite = similarity(wordsOf(heading), wordsOf(site)) > 0.5 && !words.startsWith(`${joinedWords(site)} `);
  if (isSite || !parts.some(([first]) => first === words)) return null;
  // If a later heading is a part as well, the first part is the name of the site or a section. An earlier one names the site itself.
  return others.slice(at).some((other) => other !== words && parts.flat().includes(other)) ? null : heading;
}

/** Japanese titles have names in brackets behind the heading: `苔の育て方【苔の館】`. */
const HEADING_SEPARATOR = new RegExp(String.raw`${TITLE_SEPARATOR.source}|(?<=[^\s】])\s*(?=【)`, 'u');

/**
 * Returns the heading that is most similar to the titles; higher levels are preferred, and the only main heading if it is similar enough.
 *
 * @param isRoot whether the page is the root of a host, where main headings that repeat are slides
 */
function findHeadline(
  { headings, levels }: ParsedPage,
  titles: readonly string[],
  site: string,
  kind: PageKind | undefined,
  isRoot: boolean,
): string | null {
  const wanted = titles.map(wordsOf);
  const siteWords = wordsOf(site);
  let best: string | null = null;
  let bestScore = 0;
  const isSection = (heading: string): boolean =>
    SECTION_NUMBER.test(heading) && areNumbered(headings) && !titles.some((title) => SECTION_NUMBER.test(title));
  for (const [i, heading] of headings.slice(0, MAX_HEADINGS).entries()) {
    const level = levels[i] as number;
    if (level > MAX_LEVEL || isSection(heading)) continue;
    const words = wordsOf(heading);
    if (words.size === 0 || (siteWords.size > 0 && similarity(words, siteWords) > 0.9)) continue;
    const score = Math.max(0, ...wanted.map((title) => similarity(words, title))) - (level - 1) * LEVEL_PENALTY;
    if (score > bestScore) {
      best = heading;
      bestScore = score;
    }
    // A full match cannot be improved.
    if (bestScore >= 1) break;
  }
  const main = headings.filter((_, i) => levels[i] === 1);
  const first = (isRoot ? main.length : new Set(main).size) === 1 ? main[0] : undefined;
  const firstWords = wordsOf(first ?? '');
  if (bestScore >= MIN_SIMILARITY) {
    const isAlike = wanted.some((title) => similarity(firstWords, title) >= MIN_MAIN_SIMILARITY);
    return bestScore < SAME && isAlike && firstWords.size >= MIN_SENTENCE_WORDS ? (first as string) : best;
  }
  const minWords = kind !== undefined && LABELLED.has(kind) ? 1 : MIN_SENTENCE_WORDS;
  if (first !== undefined && SECTION.test(first) && titles.some((title) => title !== '')) return null;
  return first !== undefined && firstWords.size >= minWords && similarity(firstWords, siteWords) < 0.5 ? first : null;
}

/** Kinds of pages whose file may have the name of what they are about. */
const MANUALS: ReadonlySet<PageKind | undefined> = new Set(['documentation', undefined]);

/** Whether a page numbers its sections from one on: the title of the page has no number then. */
const areNumbered = (headings: readonly string[]): boolean =>
  headings.some((heading) => /^1\.?\s/.test(heading)) && headings.some((heading) => /^2\.?\s/.test(heading));

/** Maximum number of headings that are compared. */
const MAX_HEADINGS = 50;
/** Penalty per heading level, subtracted from the similarity. */
const LEVEL_PENALTY = 0.1;
/** Minimum number of words of a single main heading that is used although it is not similar to a title. */
const MIN_SENTENCE_WORDS = 4;
/** Headings of parts of a manual. If the title lacks them, they are not that of the page. */
const SECTION = /^(?:documentation|contents|table of contents|name|synopsis|description|overview)$/i;
/** Kinds of pages whose main heading is a label of one word or more, while their titles are written for search engines. */
const LABELLED: ReadonlySet<PageKind> = new Set(['collection', 'documentation']);

/**
 * Removes the name of the site from either end of a title, on its home page only from the end. If the name is unknown, a short last part after a
 * separator is removed.
 */
function withoutSiteName(title: string, site: string, isHome: boolean): string {
  const parts = title.split(TITLE_SEPARATOR).filter((part) => part !== '');
  if (parts.length < 2) return title.trim();
  const siteWords = wordsOf(site);
  const isSite = (part: string): boolean => siteWords.size > 0 && similarity(wordsOf(part), siteWords) > 0.6;
  const last = parts.at(-1) as string;
  const first = parts[0] as string;
  if (isSite(last) || (siteWords.size === 0 && (last.length < title.length / 2 || MANUAL.test(last))))
    return removeLastPart(title, last);
  if (isSite(first) && !isHome) return title.slice(title.indexOf(first) + first.length).replace(EDGE_SEPARATORS, '');
  return title.trim();
}

/** The name of a manual with its version: `Moss 0.9 Documentation`. */
const MANUAL = /\d\.\d\S{0,20} (?:documentation|manual|docs|reference|api)$/i;

/** Returns the first part of a title that is not the name of the site. */
function firstPart(title: string, site: string): string {
  const siteWords = wordsOf(site);
  const parts = title.split(TITLE_SEPARATOR).filter((part) => part !== '');
  return parts.find((part) => siteWords.size === 0 || similarity(wordsOf(part), siteWords) <= 0.6) ?? title.trim();
}

function removeLastPart(title: string, part: string): string {
  return title.slice(0, title.lastIndexOf(part)).replace(EDGE_SEPARATORS, '') || title.trim();
}
