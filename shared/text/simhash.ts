/**
 * SimHash: a 64-bit fingerprint that differs in few bits for similar texts (M. Charikar, Similarity Estimation Techniques from
 * Rounding Algorithms, 2002; G. S. Manku and others, Detecting Near-Duplicates for Web Crawling, 2007). Each pair of adjacent
 * words votes on every bit; the majority sets the bit.
 *
 * `node bench/near-duplicates.ts` measures it. docs/duplicates.md explains the choice of word pairs and 6 bits.
 */

/** Minimum number of words of a text with a fingerprint. Shorter texts would match others by a few common words. */
export const MIN_SIMHASH_WORDS = 40;

/** Maximum length that is hashed, in UTF-16 units. The buffers for it take 10 bytes per unit and are kept. */
const MAX_HASHED_LENGTH = 400_000;

/** @returns 16 hexadecimal digits, or `null` if the text is too short. Ignores case, punctuation and white space. */
export function simhash(text: string): string | null {
  if (text.length < MIN_SIMHASH_WORDS) return null;
  const words = hashWords(text);
  if (words < MIN_SIMHASH_WORDS) return null;
  const [ones, twos] = [hashes, others];
  let word = ones[0] as number;
  for (let i = 1; i < words; i++) {
    const next = ones[i] as number;
    // The slot of a word that has been read is reused for its pair.
    ones[i - 1] = mixed(Math.imul(word, 0x01000193) + next);
    twos[i - 1] = mixed(Math.imul(word, 0x5bd1e995) ^ next);
    word = next;
  }
  return hexOf(majority(ones, words - 1)) + hexOf(majority(twos, words - 1));
}

/** Reusable buffers: the text as numbers, which are faster to read than a string, and two hashes per word or pair. */
let units = new Uint16Array(8_192);
let hashes = new Int32Array(8_192);
let others = new Int32Array(8_192);

function ensureCapacity(length: number): void {
  if (hashes.length >= length) return;
  units = new Uint16Array(length);
  hashes = new Int32Array(length);
  others = new Int32Array(length);
}

const hexOf = (bits: number) => (bits >>> 0).toString(16).padStart(8, '0');

/** Finalizer of MurmurHash3: each input bit changes half of the output bits. */
function mixed(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Number of bit planes. Counts four million votes, more than the longest text has. */
const PLANES = 22;
const planes = new Int32Array(PLANES);

/**
 * Returns the bits that more than half of the first `count` numbers have. Votes are counted in bit planes: plane k holds bit k of
 * 32 counters. A Harley–Seal counter adds eight numbers at a time (H. S. Warren, Hacker's Delight, 2nd edition, 5-1).
 */
function majority(numbers: Int32Array, count: number): number {
  planes.fill(0);
  // Zeros, which do not vote, fill up the last eight.
  numbers.fill(0, count, count + 8);
  let [ones, twos, fours] = [0, 0, 0];
  for (let i = 0; i < count; i += 8) {
    let a = numbers[i] as number;
    let b = numbers[i + 1] as number;
    const two1 = (a & b) | (ones & (a ^ b));
    ones ^= a ^ b;
    a = numbers[i + 2] as number;
    b = numbers[i + 3] as number;
    const two2 = (a & b) | (ones & (a ^ b));
    ones ^= a ^ b;
    a = numbers[i + 4] as number;
    b = numbers[i + 5] as number;
    const two3 = (a & b) | (ones & (a ^ b));
    ones ^= a ^ b;
    a = numbers[i + 6] as number;
    b = numbers[i + 7] as number;
    const two4 = (a & b) | (ones & (a ^ b));
    ones ^= a ^ b;
    const four1 = (two1 & two2) | (twos & (two1 ^ two2));
    twos ^= two1 ^ two2;
    const four2 = (two3 & two4) | (twos & (two3 ^ two4));
    twos ^= two3 ^ two4;
    let carry = (four1 & four2) | (fours & (four1 ^ four2));
    fours ^= four1 ^ four2;
    for (let k = 3; carry !== 0; k++) {
      const plane = planes[k] as number;
      planes[k] = plane ^ carry;
      carry &= plane;
    }
  }
  planes[0] = ones;
  planes[1] = twos;
  planes[2] = fours;
  return above(planes, count);
}

/** Returns the bits whose counters exceed half of `count`. Compares all counters at once, from the highest plane down. */
function above(planes: Int32Array, count: number): number {
  const half = count >> 1;
  let more = 0;
  let equal = -1;
  for (let k = PLANES - 1; k >= 0; k--) {
    const plane = planes[k] as number;
    if (((half >> k) & 1) === 0) {
      more |= equal & plane;
      equal &= ~plane;
    } else equal &= plane;
  }
  return more;
}

/** Hashes words into `hashes`: runs of letters and digits, or single characters of scripts without spaces. */
function hashWords(text: string): number {
  const length = Math.min(text.length, MAX_HASHED_LENGTH);
  // Includes space for a separator after the last word and for the zeros of `majority`.
  ensureCapacity(length + 16);
  const [read, found] = [units, hashes];
  Buffer.from(read.buffer).write(text, 0, 2 * length, 'utf16le');
  read[length] = 0x20;
  let words = 0;
  for (let i = 0; i < length; i++) {
    let sign = signAt(read, i);
    if (sign <= ALONE) {
      if (sign === ALONE) found[words++] = Math.imul(read[i] as number, GOLDEN);
      continue;
    }
    let hash = 0;
    while (sign > ALONE) {
      hash = Math.imul(hash ^ sign, GOLDEN);
      sign = signAt(read, ++i);
    }
    found[words++] = hash;
    // A single-character word may follow directly.
    i--;
  }
  return words;
}

const GOLDEN = 0x9e3779b1 | 0;

/** Class of a UTF-16 unit: separator, single-character word or, above these, the lower-case letter. */
const BETWEEN = 1;
const ALONE = 2;
const SIGNS = new Uint16Array(0x10000);

const signAt = (read: Uint16Array, at: number): number => {
  const unit = read[at] as number;
  return (SIGNS[unit] as number) || signOf(unit);
};

/** Treats surrogates as separators: scripts outside the basic plane are rare, and emoji are not words. */
function signOf(unit: number): number {
  const letter = String.fromCharCode(unit);
  const isLetter = LETTERS.test(letter);
  const sign = !isLetter ? BETWEEN : UNSPACED.test(letter) ? ALONE : letter.toLowerCase().charCodeAt(0) + ALONE;
  SIGNS[unit] = sign;
  return sign;
}

const LETTERS = /[\p{L}\p{N}\p{M}]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
