/** Language-independent statistics of the characters of a block, collected in one pass over them. */

/** Numbers per block in `ParsedPage.charStats`; the constants below are their offsets. */
export const STATS_PER_BLOCK = 10;
export const WORDS = 0;
/** Sentence ends: punctuation that white space follows. */
export const SENTENCES = 1;
export const COMMAS = 2;
export const DIGITS = 3;
export const CAPITALS = 4;
/** Lower-case words of up to three letters: in most languages function words, which running text has many of. */
export const SHORT_WORDS = 5;
/** Characters that separate entries of menus and copyright lines. */
export const SEPARATORS = 6;
/** Words of letters and digits, and the number of them that also occur in the title. */
export const ALPHANUMERIC_WORDS = 7;
export const WORDS_IN_TITLE = 8;
/** Hash of the whole text. */
export const HASH = 9;

/** Statistics of the text that is being read, piece by piece. */
export type CharStats = {
  words: number;
  sentences: number;
  commas: number;
  digits: number;
  capitals: number;
  shortWords: number;
  separators: number;
  alphanumericWords: number;
  inTitle: number;
  hash: number;
  /** Length so far of the word between two white spaces, and whether it starts with a lower-case letter. */
  wordLength: number;
  startsLowercase: boolean;
  /** Class of the last character. */
  previousClass: number;
  /** Hash so far of the current word of letters and digits. */
  wordHash: number;
};

// Classes of characters. The classes from DIGIT to LOWERCASE are those of words.
const OTHER = 0;
const SPACE = 1;
const SENTENCE_END = 2;
const COMMA = 3;
const DIGIT = 4;
const UPPERCASE = 5;
const LOWERCASE = 6;
const SEPARATOR = 7;
const FULLWIDTH_ZERO = 0xff10;
const FULLWIDTH_NINE = 0xff19;
/** Class by code unit, below 0x3000. `addUnits` handles the ideographic comma and full stop and fullwidth digits above that. */
const CHAR_CLASSES = new Uint8Array(0x3000);
for (let unit = 0; unit < CHAR_CLASSES.length; unit++) CHAR_CLASSES[unit] = charClass(String.fromCharCode(unit));

/** Returns the class of a character. */
function charClass(character: string): number {
  if (/\s/.test(character)) return SPACE;
  if (/[.!?…։؟।]/.test(character)) return SENTENCE_END;
  if (/[,;،]/.test(character)) return COMMA;
  if (/\p{Nd}/u.test(character)) return DIGIT;
  if (/\p{Lu}/u.test(character)) return UPPERCASE;
  if (/\p{L}/u.test(character)) return LOWERCASE;
  return /[|»«•©®›‹→↑/]/.test(character) ? SEPARATOR : OTHER;
}

/** Initial value of a hash. */
const EMPTY_HASH = 7;

/** Adds a letter to a hash, ignoring the case of ASCII letters. */
function hashLetter(hash: number, unit: number): number {
  return (Math.imul(hash, 33) + (unit | 0x20)) | 0;
}

/** A set of word hashes. `bits` is a 32-bit Bloom filter of them, which rules out most other words at once. */
export type WordHashes = { all: ReadonlySet<number>; bits: number };

export const NO_WORDS: WordHashes = { all: new Set(), bits: 0 };

/** Whether a set of word hashes contains a hash. */
function hasWord({ all, bits }: WordHashes, word: number): boolean {
  return (bits & (1 << word)) !== 0 && all.has(word);
}

/** Adds a range of code units. @param title word hashes of the page's title */
export function addUnits(stats: CharStats, units: Uint16Array, from: number, to: number, title: WordHashes): void {
  let { hash, wordHash: word, wordLength: length, startsLowercase: isLowercase, previousClass: previous } = stats;
  for (let i = from; i < to; i++) {
    const unit = units[i] as number;
    hash = (Math.imul(hash, 31) + unit) | 0;
    const kind =
      unit < 0x3000
        ? (CHAR_CLASSES[unit] as number)
        : unit === 0x3002
          ? SENTENCE_END
          : unit === 0x3001
            ? COMMA
            : unit >= FULLWIDTH_ZERO && unit <= FULLWIDTH_NINE
              ? DIGIT
              : LOWERCASE;
    if (kind >= DIGIT && kind <= LOWERCASE) {
      if (kind === UPPERCASE) stats.capitals++;
      else if (kind === DIGIT) stats.digits++;
      else if (length === 0) isLowercase = true;
      word = hashLetter(word, unit);
    } else {
      if (word !== EMPTY_HASH) {
        stats.alphanumericWords++;
        if (hasWord(title, word)) stats.inTitle++;
        word = EMPTY_HASH;
      }
      if (kind === SPACE) {
        stats.words++;
        if (previous === SENTENCE_END) stats.sentences++;
        if (isLowercase && length <= 3) stats.shortWords++;
        length = -1;
        isLowercase = false;
      } else if (kind === COMMA) stats.commas++;
      else if (kind === SEPARATOR) stats.separators++;
      else if (unit === 0x3002) stats.sentences++;
    }
    length++;
    previous = kind;
  }
  stats.hash = hash;
  stats.wordHash = word;
  stats.wordLength = length;
  stats.startsLowercase = isLowercase;
  stats.previousClass = previous;
}

const scratch = new Uint16Array(1024);

/** Adds a string that is not a range of the page. */
export function addString(stats: CharStats, text: string, title: WordHashes): void {
  for (let from = 0; from < text.length; from += scratch.length) {
    const to = Math.min(text.length, from + scratch.length);
    for (let i = from; i < to; i++) scratch[i - from] = text.charCodeAt(i);
    addUnits(stats, scratch, 0, to - from, title);
  }
}

/** Appends the statistics of the finished text to the list and resets them. */
export function finishStats(stats: CharStats, list: number[], title: WordHashes): void {
  if (stats.previousClass === SENTENCE_END) stats.sentences++;
  if (stats.wordHash !== EMPTY_HASH) {
    stats.alphanumericWords++;
    if (hasWord(title, stats.wordHash)) stats.inTitle++;
  }
  const {
    words,
    sentences,
    commas,
    digits,
    capitals,
    shortWords: glue,
    separators: rules,
    alphanumericWords: lettered,
    inTitle,
    hash,
  } = stats;
  list.push(words, sentences, commas, digits, capitals, glue, rules, lettered, inTitle, hash);
  resetStats(stats);
}

/** Resets the statistics for the next text. */
export function resetStats(stats: CharStats): void {
  stats.words = 1;
  stats.sentences = 0;
  stats.commas = 0;
  stats.digits = 0;
  stats.capitals = 0;
  stats.shortWords = 0;
  stats.separators = 0;
  stats.alphanumericWords = 0;
  stats.inTitle = 0;
  stats.hash = EMPTY_HASH;
  stats.wordHash = EMPTY_HASH;
  stats.wordLength = 0;
  stats.startsLowercase = false;
  stats.previousClass = SPACE;
}

/** Creates statistics of an empty text. */
export function newCharStats(): CharStats {
  return {
    words: 1,
    sentences: 0,
    commas: 0,
    digits: 0,
    capitals: 0,
    shortWords: 0,
    separators: 0,
    alphanumericWords: 0,
    inTitle: 0,
    hash: EMPTY_HASH,
    wordHash: EMPTY_HASH,
    wordLength: 0,
    startsLowercase: false,
    previousClass: SPACE,
  };
}

/** Returns the hashes of the words of letters and digits in a text, ignoring ASCII case. */
export function hashWords(text: string): WordHashes {
  const all = new Set<number>();
  let bits = 0;
  let word = EMPTY_HASH;
  for (let i = 0; i <= text.length; i++) {
    const unit = i < text.length ? text.charCodeAt(i) : 0x20;
    const kind = unit < 0x3000 ? (CHAR_CLASSES[unit] as number) : LOWERCASE;
    if (kind >= DIGIT && kind <= LOWERCASE) word = hashLetter(word, unit);
    else if (word !== EMPTY_HASH) {
      all.add(word);
      bits |= 1 << word;
      word = EMPTY_HASH;
    }
  }
  return { all, bits };
}
