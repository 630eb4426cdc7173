import { NO_WORDS, newCharStats } from './char-stats.ts';
import { ELEMENT_ID_LIMIT } from './elements.ts';
import { newHintCache } from './hints/hint-cache.ts';
import { int32Array, uint8Array, uint16Array } from './page-arrays.ts';
import { DEFAULT_PAGE_LIMITS } from './page-limits.ts';
import type { ParsedPage } from './parsed-page.ts';
import { newAttributes } from './tokenizer/attributes.ts';
import { newScan } from './tokenizer/tokenizer.ts';
import { EXTRA_HIDDEN_DEPTH, type ParseOptions, type Walk } from './walk.ts';

/** Creates the state of a parse. A single literal, without spreads, keeps all fields in the object itself: fastest to read. */
export function newWalk(html: string, { limits = DEFAULT_PAGE_LIMITS, ...options }: ParseOptions): Walk {
  const stackSize = limits.maxDepth + EXTRA_HIDDEN_DEPTH;
  return {
    xhtml: options.xhtml,
    maxLinks: options.maxLinks,
    maxDepth: limits.maxDepth,
    maxNodes: limits.maxNodes,
    maxAttributes: limits.maxAttributes,
    maxMedia: limits.maxMedia,
    charStats: newCharStats(),
    titleWords: NO_WORDS,
    scan: newScan(html, newAttributes(limits.maxAttributes)),
    page: emptyPage(html),
    hintCache: newHintCache(),
    openIds: uint8Array(stackSize),
    openCounts: uint16Array(ELEMENT_ID_LIMIT),
    outerRoles: int32Array(stackSize),
    outerContainers: int32Array(stackSize),
    outerItems: int32Array(stackSize),
    outerMarks: int32Array(stackSize),
    firstBlocks: int32Array(stackSize),
    customNames: int32Array(stackSize),
    depth: 0,
    skippedDepth: 0,
    roles: 0,
    container: 0,
    item: 0,
    marks: 0,
    customEnd: -1,
    block: '',
    pendingSpace: false,
    linked: 0,
    anchors: 0,
    firstRun: 0,
    element: 0,
    hints: 0,
    names: 0,
    blockNames: 0,
    paragraph: true,
    lineBreaks: 0,
    code: '',
    link: -1,
    isLinked: false,
    isNote: false,
    anchor: '',
    isAnchorFolded: true,
    heading: undefined,
    headingLevel: 0,
    bylineMark: undefined,
    inAttribution: false,
    property: undefined,
    productsHere: new Map(),
    ruby: 0,
    readings: [],
    region: undefined,
    formula: undefined,
    formulaEnd: -1,
    mathEnd: -1,
    nextScript: { at: -1, isFormula: false },
    controlled: undefined,
    articleStart: -1,
    hasProduct: false,
  };
}

function emptyPage(html: string): ParsedPage {
  return {
    html,
    blocks: [],
    charStats: [],
    runs: [],
    images: [],
    imageCells: new Map(),
    media: new Map(),
    links: [],
    title: null,
    headings: [],
    levels: [],
    metas: [],
    jsonLd: [],
    hasFlarumData: false,
    times: [],
    userContentTimes: [],
    timeBlocks: [],
    base: null,
    language: null,
    bylines: [],
    dates: [],
    properties: [],
    itemTypes: new Set(),
    products: [],
    headlineProduct: undefined,
    containers: { parents: [0], elements: [0], hints: [0], names: [0], ordinals: [0], spans: new Map() },
    classNames: { froms: [0], tos: [0], kindWords: [0] },
    items: { containers: [0], elements: [0], ordinals: [0] },
    attributions: [],
  };
}
