/** State of the parser: everything that it carries from tag to tag. */

import type { CharStats, WordHashes } from './char-stats.ts';
import type { HintCache } from './hints/hint-cache.ts';
import type { PageLimits } from './page-limits.ts';
import type { ParsedPage, ProductPropertyName, ProductScope, Property } from './parsed-page.ts';
import type { Scan } from './tokenizer/scan.ts';

/** `limits`: default `DEFAULT_PAGE_LIMITS`. */
export type ParseOptions = { xhtml: boolean; maxLinks: number; limits?: PageLimits };

/** Extra depth up to which hidden elements are tracked below `maxDepth`, so that deeply nested scripts do not become text. */
export const EXTRA_HIDDEN_DEPTH = 16;

/** State of a parse. */
export type Walk = Omit<ParseOptions, 'limits'> &
  PageLimits & {
    scan: Scan;
    page: ParsedPage;
    /** Cached hints of class and id values. */
    hintCache: HintCache;
    // Stack of open elements: their ids, the state to restore when they close, and the number of open elements by id.
    openIds: Uint8Array;
    openCounts: Uint16Array;
    outerRoles: Int32Array;
    outerContainers: Int32Array;
    outerItems: Int32Array;
    outerMarks: Int32Array;
    /** Number of blocks before each open element. */
    firstBlocks: Int32Array;
    /** Hashes of the names of open custom elements. */
    customNames: Int32Array;
    depth: number;
    /** Number of open elements beyond the maximum depth, which are not on the stack. */
    skippedDepth: number;
    // State at the current position.
    roles: number;
    container: number;
    item: number;
    marks: number;
    /** End of the last end tag of a custom element; -1 before the first. */
    customEnd: number;
    // The block that is being read.
    block: string;
    /** Whether white space follows the last character of the block. */
    pendingSpace: boolean;
    charStats: CharStats;
    linked: number;
    anchors: number;
    firstRun: number;
    /** Index after the runs from `firstRun` on that are images on lines of their own. */
    imageRunsEnd: number;
    element: number;
    hints: number;
    /** Index in `page.classNames` of the last structural element, and of the element of the open block. */
    names: number;
    blockNames: number;
    paragraph: boolean;
    lineBreaks: number;
    code: string;
    /** Index in `page.links` of the open link, or -1. */
    link: number;
    /** Whether a link with an href is open, even if `page.links` is full. */
    isLinked: boolean;
    /** Whether the open link is marked as one to a note. */
    isNote: boolean;
    anchor: string;
    isAnchorFolded: boolean;
    heading: string | undefined;
    headingLevel: number;
    /** Word hashes of the title, empty until it has been read. */
    titleWords: WordHashes;
    bylineMark: BylineMark | undefined;
    /** Whether a `cite` that begins a quotation is open. */
    inAttribution: boolean;
    property: OpenProperty | undefined;
    /** The innermost product of containers; undefined: that of container 0, if any. */
    productsHere: Map<number, ProductScope | undefined>;
    /** State of ruby annotations, and the readings that wait: from, to and flags of each (`ruby.ts`). */
    ruby: number;
    readings: number[];
    region: RoleRegion | undefined;
    /** The open formula, and the number of `page.runs` after the last one that has a text; -1 before it. */
    formula: OpenFormula | undefined;
    formulaEnd: number;
    /** The start of the end tag of a formula that was found last, or the end of the page; -1 before the first search. */
    mathEnd: number;
    /** Start of the end tag of a formula that is not plain MathML; -1: none. */
    faultyMathEnd: number;
    /** The start of the next script, or the end of the page, and whether it is a formula; `at` is -1 before the first search. */
    nextScript: { at: number; isFormula: boolean };
    /** Ids of the elements that controls before the position show (`hidden/disclosed.ts`). */
    controlled: Set<string> | undefined;
    /** Number of blocks before the page's article; -1 before an article starts. */
    articleStart: number;
    /** Whether the page describes a product, book, business …, so that reviews are by its customers. */
    hasProduct: boolean;
  };

/** An open element that names the author or a date. `names`: which of the two hints it has. */
export type BylineMark = { element: number; names: number; text: string };

/** A property of the page, or of a product. */
export type AnyProperty =
  | (Property & { product?: undefined })
  | (Omit<Property, 'name'> & { name: ProductPropertyName; product: ProductScope });

/** An open property whose value is the text of an element. */
export type OpenProperty = AnyProperty & { element: number; depth: number };

/** Content with a role in an element that is not on the stack of open elements. `nested`: open elements of the same name in it. */
export type RoleRegion = { element: number; depth: number; nested: number; role: number };

/** The open formula: the first of its runs (index in `page.runs`), and the range and flags of its source, if it has been read. */
export type OpenFormula = { start: number; from: number; to: number; flags: number };
