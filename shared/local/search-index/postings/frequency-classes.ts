/**
 * Classes of how often a record has a word, and of how long the record is, in one letter each. They bound the score of a row, so the best of
 * many rows are found without reading the counts of all. They depend on nothing but the record, so they stay right while a crawl grows.
 */

/**
 * Highest count of each class. Class 0, a word that a record has once, is not stored: most words of a record are. Scores within a class differ
 * by less than 2 % in a record of mean length. With half as many classes, up to twenty times as many rows of a very common word are scored.
 */
const HIGHEST_COUNTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 19, 22, 26, 32, 40, 60, 110, 255];

export const FREQUENCY_CLASSES = HIGHEST_COUNTS.length;

const CLASS_OF_COUNT = Uint8Array.from({ length: 256 }, (_, count) =>
  HIGHEST_COUNTS.findIndex((highest) => count <= highest),
);

/** @param count at most 255 */
export const frequencyClass = (count: number): number => CLASS_OF_COUNT[count]!;

/** Returns the largest count of a class. */
export const highestCount = (frequency: number): number => HIGHEST_COUNTS[frequency]!;

/** Classes of lengths: each is 5 % longer than the one before. The last has all records of more than 125,000 words. */
export const LENGTH_CLASSES = 256;
const LENGTHS_PER_OCTAVE = 15;

/** @param length in words */
export const lengthClass = (length: number): number =>
  Math.min(LENGTH_CLASSES - 1, Math.floor(LENGTHS_PER_OCTAVE * Math.log2(Math.max(1, length))));

/** Returns the smallest length of a class, in words. */
export const leastLength = (length: number): number => 2 ** (length / LENGTHS_PER_OCTAVE);

/** Returns the term of the records that have a word so often. @param frequency class, not 0 */
export const frequencyTerm = (word: string, frequency: number): string => word + frequency.toString(36);

/** First letter of the terms of lengths, in the private use area: no word has it. */
const FIRST_LENGTH = 0xe000;

/** Returns the term of the records of a class of length. */
export const lengthTerm = (length: number): string => String.fromCharCode(FIRST_LENGTH + length);
