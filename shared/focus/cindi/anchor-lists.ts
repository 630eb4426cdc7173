import { analyze } from '../../text/analysis/analyze.ts';

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

/** CINDI's two lists of link texts, which the crawl learns from judged links. Languages are ISO 639-1 codes of the linking page. */
export type AnchorLists = {
  /** Whether the text of a link on a Layer 1 page is known to lead to neither layer. */
  isPruned(anchor: string, language: string): boolean;
  /** Whether the text of a link on a Layer 2 page has a word that leads to a layer. An empty list extracts every link. */
  isExtracted(anchor: string, language: string): boolean;
  /** Learns where a link led. */
  learn(anchor: string, language: string, from: Layer, to: Layer): void;
};

type Count = { links: number; useful: number };

export function createAnchorLists(): AnchorLists {
  const general = new Set(GENERAL_ANCHORS.map((anchor) => analyze(anchor, 'en').join(' ')));
  const texts = new Map<string, Count>();
  const words = new Map<string, Count>();
  let extracted = 0;
  const isUseful = (count: Count | undefined) =>
    count !== undefined && count.useful >= MIN_EXTRACTED && count.useful >= MIN_USEFUL_SHARE * count.links;

  return {
    isPruned(anchor, language) {
      const text = analyze(anchor, language).join(' ');
      const known = texts.get(text);
      if (known && known.useful > 0) return false;
      return text !== '' && (general.has(text) || (known?.links ?? 0) >= MIN_PRUNED);
    },
    isExtracted: (anchor, language) =>
      extracted === 0 || analyze(anchor, language).some((word) => isUseful(words.get(word))),
    learn(anchor, language, from, to) {
      if (from === 0) return;
      const found = analyze(anchor, language);
      if (from === 1) addTo(texts, found.join(' '), to);
      else
        for (const word of new Set(found)) {
          const before = isUseful(words.get(word));
          const after = isUseful(addTo(words, word, to));
          extracted += Number(after) - Number(before);
        }
    },
  };
}

function addTo(counts: Map<string, Count>, key: string, to: Layer): Count {
  const count = counts.get(key) ?? { links: 0, useful: 0 };
  count.links++;
  if (to !== 0) count.useful++;
  counts.set(key, count);
  return count;
}
