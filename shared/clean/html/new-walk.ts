import { NO_WORDS, newShape } from './char-stats.ts';
import { ELEMENT_IDS } from './elements.ts';
import { DEFAULT_PAGE_LIMITS } from './page-limits.ts';
import type { ParsedPage } from './parsed-page.ts';
import { noValues } from './same-values.ts';
import { noAttributes } from './scan-attributes.ts';
import { beginScan } from './scan-html.ts';
import { HIDDEN_DEPTH, type ParseOptions, type Walk } from './walk.ts';

/** One literal, and not put together of several: what is asked for at each tag lies in the object itself then. */
export function newWalk(html: string, { limits = DEFAULT_PAGE_LIMITS, ...options }: ParseOptions): Walk {
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
