/** What the pass over a page carries along from tag to tag. */

import { NO_WORDS, newShape, type TextShape, type WordHashes } from './char-stats.ts';
import { ELEMENT_IDS } from './elements.ts';
import { DEFAULT_PAGE_LIMITS, type PageLimits } from './page-limits.ts';
import type { OpenProperty } from './page-properties.ts';
import type { ParsedPage, ParseOptions } from './parse-html.ts';
import { noValues, type SameValues } from './same-values.ts';
import { noAttributes } from './scan-attributes.ts';
import { beginScan, type Scan } from './scan-html.ts';
import type { OpenThing } from './schema-org.ts';

/** What is not shown is noticed so much deeper down too, or scripts would become text. */
export const HIDDEN_DEPTH = 16;

export type Walk = Omit<ParseOptions, 'limits'> &
  PageLimits & {
    scan: Scan;
    page: ParsedPage;
    /** What class and id said so far. */
    values: SameValues;
    // Open elements: their ids, what held outside of them, and how many there are of each.
    openIds: Uint8Array;
    openCounts: Uint16Array;
    outerRoles: Int32Array;
    outerContainers: Int32Array;
    outerItems: Int32Array;
    outerMarks: Uint8Array;
    depth: number;
    /** Open elements beyond the deepest that is kept. */
    tooDeep: number;
    // What holds here.
    roles: number;
    container: number;
    item: number;
    marks: number;
    // The string of text that is being read.
    block: string;
    /** White space was read since its last letter. */
    gap: boolean;
    shape: TextShape;
    linked: number;
    anchors: number;
    firstRun: number;
    element: number;
    hints: number;
    paragraph: boolean;
    blanks: number;
    code: string;
    /** Index of the link whose words are being read, or -1. */
    link: number;
    /** Whether a link with an address is open, listed or not. */
    isLinked: boolean;
    anchor: string;
    isAnchorFolded: boolean;
    heading: string | undefined;
    level: number;
    /** Hashes of the title's words, as soon as it is known. */
    titleWords: WordHashes;
    mark: Mark | undefined;
    property: OpenProperty | undefined;
    others: OpenThing | undefined;
    /** How many strings came before the page's article; -1: none was begun. */
    articleAt: number;
    /** Whether something for sale or the like is described. */
    hasProduct: boolean;
  };

/** What is being read of an element that names the author or a date. */
export type Mark = { element: number; names: number; text: string };

/** One literal, and not put together of several: what is asked for at each tag lies in the object itself then. */
export function beginWalk(html: string, { limits = DEFAULT_PAGE_LIMITS, ...options }: ParseOptions): Walk {
  const deepest = limits.maxDepth + HIDDEN_DEPTH;
  return {
    xhtml: options.xhtml,
    maxLinks: options.maxLinks,
    maxDepth: limits.maxDepth,
    maxNodes: limits.maxNodes,
    maxAttributes: limits.maxAttributes,
    maxMedia: limits.maxMedia,
    shape: newShape(),
    titleWords: NO_WORDS,
    scan: beginScan(html, noAttributes(limits.maxAttributes)),
    page: emptyPage(html),
    values: noValues(),
    openIds: new Uint8Array(deepest),
    openCounts: new Uint16Array(ELEMENT_IDS),
    outerRoles: new Int32Array(deepest),
    outerContainers: new Int32Array(deepest),
    outerItems: new Int32Array(deepest),
    outerMarks: new Uint8Array(deepest),
    depth: 0,
    tooDeep: 0,
    roles: 0,
    container: 0,
    item: 0,
    marks: 0,
    block: '',
    gap: false,
    linked: 0,
    anchors: 0,
    firstRun: 0,
    element: 0,
    hints: 0,
    paragraph: true,
    blanks: 0,
    code: '',
    link: -1,
    isLinked: false,
    anchor: '',
    isAnchorFolded: true,
    heading: undefined,
    level: 0,
    mark: undefined,
    property: undefined,
    others: undefined,
    articleAt: -1,
    hasProduct: false,
  };
}

function emptyPage(html: string): ParsedPage {
  return {
    ...{
      html,
      blocks: [],
      shapes: [],
      runs: [],
      images: [],
      media: new Map(),
      links: [],
      title: null,
      headings: [],
      levels: [],
      metas: [],
    },
    ...{
      jsonLd: [],
      times: [],
      timesOfReaders: [],
      base: null,
      language: null,
      bylines: [],
      dates: [],
      properties: [],
    },
    containers: { parents: [0], elements: [0], hints: [0], ordinals: [0] },
    items: { containers: [0], elements: [0], ordinals: [0] },
  };
}
