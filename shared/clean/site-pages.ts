/**
 * Chooses the main text of pages with the help of other pages of the same host in the batch: strings that repeat on most pages
 * are boilerplate. The first pass uses the pages seen so far. Pages whose choice changes with all pages known are then chosen
 * again, so the result does not depend on the order of the pages.
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

/** Chooses the blocks of the main text. @param siteMarks 1 for each block that is boilerplate of the site; absent if none is */
export type BlockChooser = (siteMarks?: Uint8Array) => readonly Block[];

/**
 * The blocks of the main text. `standalone`: the blocks chosen without other pages of the site, if they differ; `removed`: those of them that
 * are left out because the site repeats them.
 */
export type MainBlocks = {
  blocks: readonly Block[] | undefined;
  standalone?: readonly Block[];
  removed?: ReadonlySet<Block>;
};

/** Chooses the main text of a page with the help of the other pages of its site. */
export type SiteBlockChooser = (url: Url, page: ParsedPage, choose: BlockChooser) => MainBlocks;

export type SitePages = {
  /** Chooses the blocks of a new page and counts its strings. */
  firstPass: SiteBlockChooser;
  /** Chooses the blocks of a page again without counting its strings. */
  secondPass: SiteBlockChooser;
  /** Returns the pages whose choice differs now that all pages are known. */
  changedPages(): ReadonlySet<Url>;
};

/** A page of the first pass. `siteMarks`: the boilerplate that was removed from its text; `isText`: 1 for each block of the text. */
type SeenPage = {
  url: Url;
  site: SiteStrings;
  strings: PageStrings;
  siteMarks: Uint8Array | undefined;
  isText: Uint8Array;
};

/** Creates the state for the pages of a batch. */
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
      const { chosen, siteMarks, isText } = chooseWithoutBoilerplate(page, choose, site, strings);
      seen.push({ url, site, strings, siteMarks, isText });
      return chosen;
    },
    secondPass: (url, page, choose) => chooseWithoutBoilerplate(page, choose, siteOf(url), pageStrings(page)).chosen,
    changedPages: () => new Set(seen.filter(hasChanged).map(({ url }) => url)),
  };
}

/** Removes the site's boilerplate from the standalone choice. Keeps that choice if it has none, or if nothing would be left. */
function chooseWithoutBoilerplate(
  page: ParsedPage,
  choose: BlockChooser,
  site: SiteStrings,
  strings: PageStrings,
): { chosen: MainBlocks } & Pick<SeenPage, 'siteMarks' | 'isText'> {
  const siteMarks = findSiteStrings(site, strings);
  const standalone = choose();
  const marks = (chosen: readonly Block[]) => markChosen(chosen, page.blocks, strings.keys.length);
  const isText = marks(standalone);
  if (!siteMarks?.some((mark, i) => mark === 1 && isText[i] === 1))
    return { chosen: { blocks: standalone }, siteMarks: undefined, isText };
  const blocks = choose(siteMarks);
  if (blocks.length === 0) return { chosen: { blocks: standalone }, siteMarks, isText };
  const isLeft = marks(blocks);
  const removed = new Set(page.blocks.filter((_, i) => isText[i] === 1 && siteMarks[i] === 1 && isLeft[i] !== 1));
  return { chosen: { blocks, standalone, removed }, siteMarks, isText: isLeft };
}

/** Returns 1 for each of the first `count` blocks that is chosen. @param chosen a subset of the blocks, in their order */
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

/** Returns whether boilerplate is left in the text of a page, or text was removed that is not boilerplate. */
function hasChanged({ site, strings, siteMarks, isText }: SeenPage): boolean {
  const known = findSiteStrings(site, strings);
  if (!known && !siteMarks) return false;
  return isText.some((isIn, i) => (known?.[i] === 1 ? isIn === 1 && siteMarks?.[i] !== 1 : siteMarks?.[i] === 1));
}
