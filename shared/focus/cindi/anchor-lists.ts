import type { AnchorWords } from './anchor-words.ts';
import { type CountTable, createCountTable } from './count-table.ts';
import { anchorWordsOf } from './read-anchor.ts';

/** Layer of a page: 1 relevant, 2 leads to relevant pages, 0 neither. */
export type Layer = 0 | 1 | 2;

/** Texts of links that lead to pages about a site and not about a topic. */
const GENERAL_ANCHORS = [
  'About',
  'About us',
  'Advertise',
  'Contact',
  'Contact us',
  'Copyright',
  'Disclaimer',
  'Donate',
  'Feedback',
  'Help',
  'Imprint',
  'Jobs',
  'Legal notice',
  'Log in',
  'Login',
  'Printable version',
  'Privacy',
  'Privacy policy',
  'Register',
  'Search',
  'Sign up',
  'Site map',
  'Terms of use',
  'Upload file',
];

/** Least number of links before their text is pruned, and of useful links before a word is extracted. */
const MIN_PRUNED = 3;
const MIN_EXTRACTED = 2;
/** Least share of useful links among those with an extracted word. */
const MIN_USEFUL_SHARE = 0.5;

/** Maximum number of link texts, and of words, that are counted. The rarer half is forgotten. */
const MAX_COUNTED = 16_384;

/** CINDI's two lists of link texts, which the crawl learns from judged links. */
export type AnchorLists = {
  /** Whether the text of a link on a Layer 1 page is known to lead to neither layer. */
  isPruned(anchor: AnchorWords): boolean;
  /** Whether the text of a link on a Layer 2 page has a word that leads to a layer. An empty list extracts every link. */
  isExtracted(anchor: AnchorWords): boolean;
  /** Learns where a link led. */
  learn(anchor: AnchorWords, from: Layer, to: Layer): void;
  state(): AnchorState;
};

/** Rows of a hash with the number of links, and of those that led to a layer. */
export type AnchorState = { texts: CountRow[]; words: CountRow[] };
type CountRow = [hash: number, counts: readonly number[]];

export function createAnchorLists(stored?: AnchorState): AnchorLists {
  const general = new Set(GENERAL_ANCHORS.map((anchor) => anchorWordsOf(anchor, 'en').text));
  const texts = createCountTable<number>(MAX_COUNTED, stored?.texts);
  const words = createCountTable<number>(MAX_COUNTED, stored?.words);
  let extracted = countUseful(words);

  return {
    isPruned({ text }) {
      const [links = 0, useful = 0] = texts.get(text) ?? [];
      return text !== 0 && useful === 0 && (general.has(text) || links >= MIN_PRUNED);
    },
    isExtracted: (anchor) => extracted === 0 || anchor.words.some((word) => isUseful(words.get(word))),
    learn(anchor, from, to) {
      const link = [1, to === 0 ? 0 : 1];
      if (from === 1) texts.add(anchor.text, link);
      if (from !== 2) return;
      for (const word of anchor.words) {
        const [before, size] = [isUseful(words.get(word)), words.size()];
        const after = isUseful(words.add(word, link));
        extracted = words.size() < size ? countUseful(words) : extracted + Number(after) - Number(before);
      }
    },
    state: () => ({ texts: [...texts.rows()], words: [...words.rows()] }),
  };
}

function isUseful([links = 0, useful = 0]: readonly number[] = []): boolean {
  return useful >= MIN_EXTRACTED && useful >= MIN_USEFUL_SHARE * links;
}

function countUseful(words: CountTable<number>): number {
  let count = 0;
  for (const [, row] of words.rows()) count += isUseful(row) ? 1 : 0;
  return count;
}
