/**
 * Pages of several hosts as they come, each read with what is known of its host by then. At the end those are named that would
 * be read otherwise with all that is known: read again, they have the same text in whatever order they came.
 */
import { hostOf, type Url } from '../url/url.ts';
import type { Block, ParsedPage } from './html/parsed-page.ts';
import {
  addPage,
  newSite,
  type PageStrings,
  type SiteStrings,
  siteStringsOn,
  stringsOf,
} from './main-text/site-strings.ts';

/** Chooses the main text of a page. @param ofSite 1 for each string that is the site's; absent: none is. */
export type Choice = (ofSite?: Uint8Array) => readonly Block[];

/** The strings of its main text; `alone`: those that it has when it is read by itself, where that is another text. */
export type Reading = { blocks: readonly Block[] | undefined; alone?: readonly Block[] };

export type ReadsOfSite = (url: Url, page: ParsedPage, choose: Choice) => Reading;

export type SitePages = {
  /** For pages that come the first time. */
  first: ReadsOfSite;
  /** For pages that come once more: nothing is counted. */
  again: ReadsOfSite;
  /** Pages that came and would be read otherwise now. */
  changed(): ReadonlySet<Url>;
};

/** `ofSite`: what took something from its text. */
type Seen = { url: Url; site: SiteStrings; strings: PageStrings; ofSite: Uint8Array | undefined; isText: Uint8Array };

export function sitePages(): SitePages {
  const sites = new Map<string, SiteStrings>();
  const seen: Seen[] = [];
  const siteOf = (url: Url): SiteStrings => {
    const host = hostOf(url);
    const found = sites.get(host) ?? newSite();
    sites.set(host, found);
    return found;
  };
  return {
    first(url, page, choose) {
      const site = siteOf(url);
      const strings = stringsOf(page);
      addPage(site, strings);
      const { reading, ofSite, isText } = readingOf(page, choose, site, strings);
      seen.push({ url, site, strings, ofSite, isText });
      return reading;
    },
    again: (url, page, choose) => readingOf(page, choose, siteOf(url), stringsOf(page)).reading,
    changed: () => new Set(seen.filter(isOtherwise).map(({ url }) => url)),
  };
}

/** Where nothing of the site's is in the text that it has by itself, that is its text; and rather what it had than nothing. */
function readingOf(
  page: ParsedPage,
  choose: Choice,
  site: SiteStrings,
  strings: PageStrings,
): { reading: Reading } & Pick<Seen, 'ofSite' | 'isText'> {
  const ofSite = siteStringsOn(site, strings);
  const alone = choose();
  const marks = (chosen: readonly Block[]) => marksOf(chosen, page.blocks, strings.keys.length);
  const isText = marks(alone);
  if (!ofSite?.some((is, i) => is === 1 && isText[i] === 1))
    return { reading: { blocks: alone }, ofSite: undefined, isText };
  const blocks = choose(ofSite);
  return blocks.length === 0
    ? { reading: { blocks: alone }, ofSite, isText }
    : { reading: { blocks, alone }, ofSite, isText: marks(blocks) };
}

/** @param chosen some of the blocks, in their order. @returns 1 for each of the first `count` that is chosen. */
function marksOf(chosen: readonly Block[], blocks: readonly Block[], count: number): Uint8Array {
  const marks = new Uint8Array(count);
  let next = 0;
  for (let i = 0; i < count && next < chosen.length; i++) {
    if (blocks[i] !== chosen[next]) continue;
    marks[i] = 1;
    next++;
  }
  return marks;
}

/** What is in its text is the site's, or what was taken for the site's is not. */
function isOtherwise({ site, strings, ofSite, isText }: Seen): boolean {
  const known = siteStringsOn(site, strings);
  if (!known && !ofSite) return false;
  return isText.some((isIn, i) => (known?.[i] === 1 ? isIn === 1 && ofSite?.[i] !== 1 : ofSite?.[i] === 1));
}
