import { editDistance } from './edit-distance.ts';

/** Letters of a word that fit into the bits of a number. */
const MAX_BITS = 31;

/** Letters that take two UTF-16 units. */
const SURROGATES = /[\ud800-\udfff]/;

/**
 * Returns a function that counts the edits between a word and others, as `editDistance` does, twenty times as fast: all letters of a
 * row of the distance table are bits of one number (Hyyrö 2003, after Myers 1999).
 *
 * @param max the largest number that matters: a larger distance is returned as `max + 1`
 */
export function wordDistance(word: string, max: number): (other: string) => number {
  const slow = (other: string) => editDistance(word, other, max);
  const { length } = word;
  if (length === 0 || length > MAX_BITS || SURROGATES.test(word)) return slow;
  const places = new Map<number, number>();
  for (let i = 0; i < length; i++) {
    const unit = word.charCodeAt(i);
    places.set(unit, (places.get(unit) ?? 0) | (1 << i));
  }
  const last = 1 << (length - 1);
  return (other) => {
    if (other.length > length + max) return SURROGATES.test(other) ? slow(other) : max + 1;
    let distance = length;
    let plus = -1;
    let minus = 0;
    let diagonal = 0;
    let before = 0;
    for (let i = 0; i < other.length; i++) {
      const unit = other.charCodeAt(i);
      if (unit >= 0xd800 && unit < 0xe000) return slow(other);
      const same = places.get(unit) ?? 0;
      // A letter and the one before it stand in the other order.
      const swapped = ((~diagonal & same) << 1) & before;
      diagonal = (((same & plus) + plus) ^ plus) | same | minus | swapped;
      const up = minus | ~(diagonal | plus);
      const down = plus & diagonal;
      if ((up & last) !== 0) distance++;
      else if ((down & last) !== 0) distance--;
      const shifted = (up << 1) | 1;
      plus = (down << 1) | ~(diagonal | shifted);
      minus = shifted & diagonal;
      before = same;
    }
    return Math.min(distance, max + 1);
  };
}
