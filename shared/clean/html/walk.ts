/** What the pass over a page carries along from tag to tag. */

import type { CharStats, WordHashes } from './char-stats.ts';
import type { HintCache } from './hints/hint-cache.ts';
import type { PageLimits } from './page-limits.ts';
import type { ParsedPage, Property } from './parsed-page.ts';
import type { Scan } from './tokenizer/scan.ts';

/** `limits`: not said: the usual ones. */
export type ParseOptions = { xhtml: boolean; maxLinks: number; limits?: PageLimits };

/** What is not shown is noticed so much deeper down too, or scripts would become text. */
export const EXTRA_HIDDEN_DEPTH = 16;

export type Walk = Omit<ParseOptions, 'limits'> &
  PageLimits & {
    scan: Scan;
    page: ParsedPage;
    /** What class and id said so far. */
    hintCache: HintCache;
    // Open elements: their ids, what held outside of them, and how many there are of each.
    openIds: Uint8Array;
    openCounts: Uint16Array;
    outerRoles: Int32Array;
    outerContainers: Int32Array;
    outerItems: Int32Array;
    outerMarks: Uint8Array;
    depth: number;
    /** Open elements beyond the deepest that is kept. */
    skippedDepth: number;
    // What holds here.
    roles: number;
    container: number;
    item: number;
    marks: number;
    // The string of text that is being read.
    block: string;
    /** White space was read since its last letter. */
    pendingSpace: boolean;
    charStats: CharStats;
    linked: number;
    anchors: number;
    firstRun: number;
    element: number;
    hints: number;
    paragraph: boolean;
    lineBreaks: number;
    code: string;
    /** Index of the link whose words are being read, or -1. */
    link: number;
    /** Whether a link with an address is open, listed or not. */
    isLinked: boolean;
    anchor: string;
    isAnchorFolded: boolean;
    heading: string | undefined;
    headingLevel: number;
    /** Hashes of the title's words, as soon as it is known. */
    titleWords: WordHashes;
    bylineMark: BylineMark | undefined;
    property: OpenProperty | undefined;
    thirdParty: OpenThirdParty | undefined;
    /** How many strings came before the page's article; -1: none was begun. */
    articleStart: number;
    /** Whether something for sale or the like is described. */
    hasProduct: boolean;
  };

/** What is being read of an element that names the author or a date. */
export type BylineMark = { element: number; names: number; text: string };

/** A property whose value is the text of an element, as far as it has been read. */
export type OpenProperty = Property & { element: number; depth: number };

/** An element that is not among the open ones, and in it all is of others. */
export type OpenThirdParty = { element: number; depth: number; nested: number };
