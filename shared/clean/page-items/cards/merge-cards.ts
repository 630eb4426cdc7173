/** Merges items that are one card: with one link, and rows that alternate between the title of a card and what belongs to it. */
import type { PageItem } from '../item.ts';
import { isIdentifier } from './card-title.ts';

/** Minimum length of a text that is no badge such as `Sold out`, in UTF-16 units. */
const MIN_TEXT = 40;
/** Minimum number of pairs of halves, and share of the items that are in such pairs. */
const MIN_PAIRS = 4;
const MIN_PAIRED = 0.8;

/**
 * Merges a card with the previous one of its link if their texts, prices and dates do not differ: themes write a card twice, over the image
 * and below it. Cards with a link to their category differ.
 */
export function mergeEqualLinks(cards: readonly PageItem[]): PageItem[] {
  const merged: PageItem[] = [];
  const lastOfLink = new Map<string | undefined, number>();
  for (const card of cards) {
    const link = card['link']?.[0];
    const last = lastOfLink.get(link) ?? merged.length;
    const known = merged[last];
    if (known === undefined || isOther(card, known, last === merged.length - 1))
      lastOfLink.set(link, merged.push(card) - 1);
    else merged[last] = { ...card, ...known, ...longerText(card, known) };
  }
  return merged;
}

/** @param isNext whether the cards are beside each other; only then they may be halves of one card */
const isOther = (card: PageItem, known: PageItem, isNext: boolean): boolean =>
  ['text', 'price', 'date'].some(
    (field) => differ(card, known, field) && !(isNext && field === 'text' && hasBadge(card, known)),
  );

const differ = (a: PageItem, b: PageItem, field: string): boolean =>
  a[field] !== undefined && b[field] !== undefined && a[field][0] !== b[field][0];

/** Returns whether two cards have one title and the text of one is a badge such as `Sold out`. */
const hasBadge = (a: PageItem, b: PageItem): boolean =>
  !differ(a, b, 'title') && Math.min(textLength(a), textLength(b)) < MIN_TEXT;

const textLength = ({ text }: PageItem): number => text?.[0]?.length ?? 0;

const longerText = (a: PageItem, b: PageItem): PageItem =>
  a['text'] && textLength(a) > textLength(b) ? { text: a['text'] } : {};

/**
 * Merges neighbours of which the first has fewer fields than the second if nearly all items are such pairs: lists of papers in `dt` and `dd`,
 * rows with the title and with the date of a link. Title and link are those of the first.
 */
export function mergeHalves(cards: readonly PageItem[]): PageItem[] {
  const merged: PageItem[] = [];
  let pairs = 0;
  let kinds: string | undefined;
  for (let k = 0; k < cards.length; k++) {
    const [first, second] = [cards[k] as PageItem, cards[k + 1]];
    const kind = second && pairKind(first, second);
    kinds ??= kind;
    if (kind === undefined || kind !== kinds) {
      merged.push(first);
      continue;
    }
    merged.push({ ...second, ...first, ...titleOf(first, second) });
    pairs++;
    k++;
  }
  return pairs >= MIN_PAIRS && pairs * 2 >= cards.length * MIN_PAIRED ? merged : [...cards];
}

/** Returns the title of the second of two items if that of the first is an identifier. */
const titleOf = ({ title }: PageItem, second: PageItem | undefined): PageItem =>
  isIdentifier(title?.[0] ?? '') && second?.['title'] ? { title: second['title'] } : {};

/** Returns a key of the fields of two items if the second has more; undefined otherwise. */
function pairKind(first: PageItem, second: PageItem): string | undefined {
  const [fields, others] = [Object.keys(first), Object.keys(second)];
  return fields.length < others.length && fields.every((field) => field in second)
    ? `${fields.join()} ${others.join()}`
    : undefined;
}
