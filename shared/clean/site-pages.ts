/**
 * Pages of several hosts as they come, each read with what is known of its host by then. At the end those are named that would
 * be read otherwise with all that is known: read again, they have the same text in whatever order they came.
 */
import { hostOf, type Url } from '../url/url.ts';
import type { Block, ParsedPage } from './html/parsed-page.ts';
import {
  addToSite,
  findSiteStrings,
  newSiteStrings,
  type PageStrings,
  pageStrings,
  type SiteStrings,
} from './main-text/site-strings.ts';

/** Chooses the main text of a page. @param ofSite 1 for each string that is the site's; absent: none is. */
export type BlockChooser = (ofSite?: Uint8Array) => readonly Block[];

/** The strings of its main text; `alone`: those that it has when it is read by itself, where that is another text. */
export type MainBlocks = { blocks: readonly Block[] | undefined; standalone?: readonly Block[] };

export type SiteBlockChooser = (url: Url, page: ParsedPage, choose: BlockChooser) => MainBlocks;

export type SitePages = {
  /** For pages that come the first time. */
  firstPass: SiteBlockChooser;
  /** For pages that come once more: nothing is counted. */
  secondPass: SiteBlockChooser;
  /** Pages that came and would be read otherwise now. */
  changedPages(): ReadonlySet<Url>;
};

/** `ofSite`: what took something from its text. */
type SeenPage = {
  url: Url;
  site: SiteStrings;
  strings: PageStrings;
  ofSite: Uint8Array | undefined;
  isText: Uint8Array;
};

export function createSitePages(): SitePages {
  const sites = new Map<string, SiteStrings>();
  const seen: SeenPage[] = [];
  const siteOf = (url: Url): SiteStrings => {
    const host = hostOf(url);
    const found = sites.get(host) ?? newSiteStrings();
    sites.set(host, found);
    return found;
  };
  return {
    firstPass(url, page, choose) {
      const site = siteOf(url);
      const strings = pageStrings(page);
      addToSite(site, strings);
      const { reading, ofSite, isText } = chooseMainBlocks(page, choose, site, strings);
      seen.push({ url, site, strings, ofSite, isText });
      return reading;
    },
    secondPass: (url, page, choose) => chooseMainBlocks(page, choose, siteOf(url), pageStrings(page)).reading,
    changedPages: () => new Set(seen.filter(hasChanged).map(({ url }) => url)),
  };
}

/** Where nothing of the site's is in the text that it has by itself, that is its text; and rather what it had than nothing. */
function chooseMainBlocks(
  page: ParsedPage,
  choose: BlockChooser,
  site: SiteStrings,
  strings: PageStrings,
): { reading: MainBlocks } & Pick<SeenPage, 'ofSite' | 'isText'> {
  const ofSite = findSiteStrings(site, strings);
  const alone = choose();
  const marks = (chosen: readonly Block[]) => markChosen(chosen, page.blocks, strings.keys.length);
  const isText = marks(alone);
  if (!ofSite?.some((is, i) => is === 1 && isText[i] === 1))
    return { reading: { blocks: alone }, ofSite: undefined, isText };
  const blocks = choose(ofSite);
  return blocks.length === 0
    ? { reading: { blocks: alone }, ofSite, isText }
    : { reading: { blocks, standalone: alone }, ofSite, isText: marks(blocks) };
}

/** @param chosen some of the blocks, in their order. @returns 1 for each of the first `count` that is chosen. */
function markChosen(chosen: readonly Block[], blocks: readonly Block[], count: number): Uint8Array {
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
function hasChanged({ site, strings, ofSite, isText }: SeenPage): boolean {
  const known = findSiteStrings(site, strings);
  if (!known && !ofSite) return false;
  return isText.some((isIn, i) => (known?.[i] === 1 ? isIn === 1 && ofSite?.[i] !== 1 : ofSite?.[i] === 1));
}
