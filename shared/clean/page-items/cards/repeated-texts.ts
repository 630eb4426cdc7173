/** Finds the texts that a page repeats for several links: buttons such as `Quick view`, badges, brands, and numbers of reviews. */
import { RUN_SIZE, readInlines } from '../../html/inline-runs.ts';
import type { ParsedPage } from '../../html/parsed-page.ts';

/** Minimum number of links with a text, or of blocks without a link. */
const MIN_REPEATS = 3;
/** Minimum number of repeats of one link: a button such as `Log in to see prices`. A card may link its title twice, and open over the page with it. */
const MIN_SAME_LINKS = 5;
/** Minimum share of the repeats of the text that a page has most often: a few products may have one name. */
const MIN_SHARE = 0.25;
/** Maximum length of a text, in UTF-16 units. */
const MAX_TEXT = 80;
/** Number at the start of a text, as in `83 Reviews`. */
const LEADING_NUMBER = /^\(?\d[\d.,]*\s?/;
const LETTER = /\p{L}/u;

/** Creates the function that returns whether a page repeats a text. Numbers at its start do not count. It reads the page when it is first called. */
export function newRepeatedTexts(page: ParsedPage): (text: string) => boolean {
  let repeated: ReadonlySet<string> | undefined;
  return (text) => {
    repeated ??= findRepeated(page);
    return repeated.has(keyOf(text));
  };
}

/** Link with a text, as written, or index of a block without one. */
type Place = string | number;

function findRepeated(page: ParsedPage): Set<string> {
  // Most texts have one place.
  const places = new Map<string, Place | Set<Place>>();
  const repeated = new Map<string, Set<Place>>();
  const sameLinks = new Map<string, number>();
  const add = (text: string, place: Place): void => {
    const key = keyOf(text);
    const known = places.get(key);
    if (known === undefined) places.set(key, place);
    else if (typeof known === 'object') known.add(place);
    else if (known === place) sameLinks.set(key, (sameLinks.get(key) ?? 1) + 1);
    else {
      const several = new Set([known, place]);
      places.set(key, several);
      if (LETTER.test(key)) repeated.set(key, several);
    }
  };
  for (const [index, block] of page.blocks.entries()) {
    const { text, linked, firstRun } = block;
    if (text.length > MAX_TEXT) continue;
    add(text, linked === 0 ? index : (page.links[page.runs[firstRun * RUN_SIZE + 3] as number]?.href ?? index));
    // Buttons may stand on one line.
    if (linked > 0 && linked < text.length)
      for (const piece of readInlines(page, block)) if (piece.href !== null) add(piece.text, piece.href);
  }
  let most = 0;
  for (const { size } of repeated.values()) most = Math.max(most, size);
  const min = Math.max(MIN_REPEATS, most * MIN_SHARE);
  const buttons = [...sameLinks].filter(([key, count]) => count >= MIN_SAME_LINKS && LETTER.test(key));
  return new Set([
    ...[...repeated].flatMap(([key, { size }]) => (size < min ? [] : key)),
    ...buttons.map(([key]) => key),
  ]);
}

/** Returns a text without spaces around it and a number at its start. Other texts are not searched. */
function keyOf(text: string): string {
  const trimmed = text.trim();
  return trimmed.charCodeAt(0) <= LAST_DIGIT ? trimmed.replace(LEADING_NUMBER, '') : trimmed;
}

const LAST_DIGIT = 57;
