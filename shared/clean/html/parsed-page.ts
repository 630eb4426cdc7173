import type { MediaKind, MetaElement } from '../document-fields.ts';

/** The container and the list item of an image: that of the block after it may be another one. */
export type ImagePlace = { container: number; item: number };

/** Everything that the parser extracts from a page. */
export type ParsedPage = {
  /** Source of the page. Runs are ranges of it. */
  html: string;
  blocks: Block[];
  /** Character statistics of the blocks, `STATS_PER_BLOCK` numbers each (`char-stats.ts`). */
  charStats: number[];
  /** Inline structure of the blocks, `RUN_SIZE` numbers a run (`inline-runs.ts`). */
  runs: number[];
  /** URLs of the images that runs refer to, as written. */
  images: string[];
  /** Where the images are that have no text beside them, by the starts of their runs. */
  imagePlaces: Map<number, ImagePlace>;
  /** Empty lines that are elements (`lines/empty-lines.ts`): the element around each, and the index of the block after it. */
  emptyLines: { container: number; block: number }[];
  containers: Containers;
  classNames: ClassNames;
  items: Items;
  /** Indexes of the blocks that name who is quoted in the text after them. */
  attributions: number[];
  /** Images, videos and audio by their URLs as written, without repetitions. Empty if `maxMedia` is 0. */
  media: Map<string, RawMedia>;
  links: RawLink[];
  title: string | null;
  headings: string[];
  /** Level of each heading, 1 to 6. */
  levels: number[];
  /** Meta elements in the order of the page, names in lower case. */
  metas: MetaElement[];
  /** Contents of JSON-LD scripts. */
  jsonLd: string[];
  /** Whether a script has the data of Flarum, a forum that names itself nowhere else. */
  hasFlarumData: boolean;
  /** `datetime` values of the page's own time elements, and of those in comments and forms. */
  times: string[];
  userContentTimes: string[];
  /** By index in `times`: index of the block that the element is in or before. */
  timeBlocks: number[];
  base: string | null;
  language: string | null;
  /** Texts of elements whose class, id or attributes mark them as the author, and as a date. */
  bylines: string[];
  dates: string[];
  /** Microdata and RDFa properties of the page, except those of meta elements. */
  properties: Property[];
  /** Types of the items in microdata and RDFa without their vocabulary, in lower case, except those of third-party items. */
  itemTypes: Set<string>;
  /** Products in microdata and RDFa. */
  products: ProductScope[];
  /** `container` of the product that the first main heading is in, 0 if it is in none; undefined without a main heading. */
  headlineProduct: number | undefined;
};

/**
 * Elements that contain blocks, as flat arrays. An outer element comes before the elements in it. Index 0 is the page, which
 * is its own parent.
 */
export type Containers = {
  parents: number[];
  /** Element ids (`elements.ts`); 0 for the page. */
  elements: number[];
  /** Hints of class and id, one bit each (`class-id-hints.ts`). */
  hints: number[];
  /** Index in `classNames` of its class, or of its id if it has no class; 0 if it has neither. */
  names: number[];
  /** For a cell: its row in the table, from 1. For a table or an ordered list: the parser's own counter. */
  ordinals: number[];
  /** Spans of the cells that span several rows or columns. */
  spans: Map<number, CellSpan>;
};

/** Numbers of rows and columns of a cell, from 1. */
export type CellSpan = { rows: number; columns: number };

/**
 * Values of class and id attributes as ranges of the page, the end exclusive, with the words of kinds of pages in them, one bit each
 * (`kind-words.ts`). Index 0 is empty. A value may occur twice.
 */
export type ClassNames = { froms: number[]; tos: number[]; kindWords: number[] };

/** List items in the order of the page. Index 0 means "not in an item". */
export type Items = {
  /** Index in `containers` of the list, or of the element around an item without a list. */
  containers: number[];
  /** Element ids of li, dt or dd. */
  elements: number[];
  /** Number in an ordered list; 0 in other lists. */
  ordinals: number[];
};

/** The text between two structural tags, with folded white space. Never empty. */
export type Block = {
  text: string;
  /** Inherited roles of the elements around the block: `ASIDE`, `MAIN`, `PREFORMATTED` … (`elements.ts`). */
  roles: number;
  /** Whether the block starts a new paragraph, not only a new line. */
  paragraph: boolean;
  /** Number of UTF-16 units that are link text. */
  linked: number;
  /** Number of links that start in the block. */
  anchors: number;
  /** Index in `containers` of the innermost element around the block. */
  container: number;
  /** Element id of the paragraph, item or heading that the block is the text of; 0 if there is none. */
  element: number;
  /** Hints of class and id of that element. */
  hints: number;
  /** Index in `classNames` of that element. */
  names: number;
  /** Index in `items`; 0 outside of list items. */
  item: number;
  /** Programming language of a code block by its class; '' if unknown. */
  code: string;
  /** Range of its runs, the end exclusive (`inline-runs.ts`). */
  firstRun: number;
  lastRun: number;
};

/**
 * A link as written: a base element may follow later. Only link elements have `hreflang` and `type`. `around`: `links/words-around.ts`.
 * `isOfPage`: a link element, which is about the page as a whole.
 */
export type RawLink = {
  href: string;
  anchor: string;
  rel: string;
  around?: string;
  hreflang?: string;
  type?: string;
  isOfPage?: true;
};

/** Media as written. `hrefs`: one URL, or the value of a `srcset` attribute if `isSet`. */
export type RawMedia = { hrefs: string; isSet: boolean; kind: MediaKind; alt: string };

/** Properties of microdata and RDFa that are read. */
export type PropertyName = 'author' | 'headline' | 'published' | 'modified' | 'publisher';

/** Properties of products in microdata and RDFa that are read. */
export type ProductPropertyName =
  | 'sku'
  | 'mpn'
  | 'gtin'
  | 'brand'
  | 'price'
  | 'currency'
  | 'availability'
  | 'rating'
  | 'reviews';
export type Property = { name: PropertyName; value: string; source: 'microdata' | 'rdfa' };

/** A product in microdata or RDFa. `container`: index of its element in `containers` as parsed; 0 is the page. */
export type ProductScope = { container: number; properties: { name: ProductPropertyName; value: string }[] };
