import type { MediaKind } from '../document-fields.ts';

export type ParsedPage = {
  /** The page itself: runs and images are places in it. */
  html: string;
  blocks: Block[];
  /** What the letters of the blocks tell, `SHAPE` numbers each (`char-stats.ts`). */
  charStats: number[];
  /** What the blocks look like within: flat, see `inline-runs.ts`. */
  runs: number[];
  /** Addresses of images that runs name, as written. */
  images: string[];
  containers: Containers;
  items: Items;
  /** Pictures, films and sounds, where somebody asks for them, by their addresses as written: what a page repeats is there once. */
  media: Map<string, RawMedia>;
  links: RawLink[];
  title: string | null;
  headings: string[];
  /** Of each heading, 1 to 6. */
  levels: number[];
  /** In the order of the page; names in lower case. */
  metas: Meta[];
  /** Texts of JSON-LD scripts. */
  jsonLd: string[];
  /** `datetime` of the page's time elements, and of those in comments. */
  times: string[];
  userContentTimes: string[];
  base: string | null;
  language: string | null;
  /** Texts of what is marked as the author, and as a date, within the page. */
  bylines: string[];
  dates: string[];
  /** What is said of the page in microdata and RDFa, but for meta elements. */
  properties: Property[];
};

/** `scheme` and `lang` only where they are said. */
export type Meta = { name: string; content: string; scheme?: string; lang?: string };

/**
 * Elements that hold strings of text, as flat arrays; the outer one comes before what is in it. The first is the page
 * itself, and its own outer one.
 */
export type Containers = {
  parents: number[];
  /** Ids of elements; 0: the page. */
  elements: number[];
  /** What class and id say, see `class-id-hints.ts`. */
  hints: number[];
  /** Of a cell: its row in the table around it, from 1. Of a table or an ordered list: one that is of use to the pass alone. */
  ordinals: number[];
};

/** Items of lists, in their order; the first stands for none. */
export type Items = {
  /** Index of the list in `containers` (where lists are missing: of what is around it). */
  containers: number[];
  /** Ids of li, dt or dd. */
  elements: number[];
  /** Their number in an ordered list; 0: they have none. */
  ordinals: number[];
};

/** A string of text between two structural tags, white space folded, never empty. */
export type Block = {
  text: string;
  /** What it lies in: `ASIDE`, `MAIN`, `PREFORMATTED`. */
  roles: number;
  /** Begins a new paragraph, not only a new line. */
  paragraph: boolean;
  /** How many of its characters are text of links. */
  linked: number;
  /** How many links begin in it. */
  anchors: number;
  /** Index of the element in `containers` that it lies in. */
  container: number;
  /** Id of the paragraph, item or heading whose text it is, 0: of none. */
  element: number;
  /** What class and id of that say. */
  hints: number;
  /** Index in `items`; 0: it is in none. */
  item: number;
  /** Language of an example, where a class says it; or ''. */
  code: string;
  /** Its runs, from the first to before the last (`inline-runs.ts`). */
  firstRun: number;
  lastRun: number;
};

/** Not resolved yet: a base element may come late. `hreflang` and `type` only of link elements that say them. */
export type RawLink = { href: string; anchor: string; rel: string; hreflang?: string; type?: string };

/** `hrefs`: one address, or several with their sizes as `srcset` has them; nothing is resolved yet. */
export type RawMedia = { hrefs: string; isSet: boolean; kind: MediaKind; alt: string };

export type PropertyName = 'author' | 'headline' | 'published' | 'modified' | 'publisher';
export type Property = { name: PropertyName; value: string; source: 'microdata' | 'rdfa' };
