/**
 * Draws random words of a language from the letter statistics of the package lingua-language-detector: how often one to five letters follow
 * each other within words. Words of up to three letters have the frequency of the language, and longer ones look like its words.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** Frequency of each n-gram of a length, as a share of all letters. Index 0: single letters. */
type Frequencies = Map<string, number>[];

const FILES = ['unigrams', 'bigrams', 'trigrams', 'quadrigrams', 'fivegrams'];
/** Length of the longest n-gram that is followed by a letter. */
const CONTEXT = 4;
const MAX_WORD_LENGTH = 25;

/** The characters that follow a context, and the sum of the frequencies up to each. A blank ends the word. */
type Continuation = { characters: string[]; sums: number[] };

/**
 * Returns a function that draws a word, in lower case.
 *
 * @param folder `lingua/language-models` of the unpacked wheel
 * @param code ISO 639-1 code
 * @param random returns numbers from 0 up to 1
 */
export function wordsOf(folder: string, code: string, random: () => number): () => string {
  const chains = readChains(readFrequencies(join(folder, code)));
  return () => {
    const letters: string[] = [];
    while (letters.length < MAX_WORD_LENGTH) {
      const context = letters.length < CONTEXT ? ` ${letters.join('')}` : letters.slice(-CONTEXT).join('');
      const next = draw(chains.get(context), random);
      if (next === ' ') break;
      letters.push(next);
    }
    return letters.join('');
  };
}

function draw(continuation: Continuation | undefined, random: () => number): string {
  if (continuation === undefined) return ' ';
  const { characters, sums } = continuation;
  const limit = random() * (sums.at(-1) as number);
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] as number) > limit) high = middle;
    else low = middle + 1;
  }
  return characters[low] as string;
}

/** Reads how often each n-gram occurs. The files have its frequency relative to that of its first letters. */
function readFrequencies(folder: string): Frequencies {
  const found: Frequencies = [];
  for (const name of FILES) {
    const frequencies = new Map<string, number>();
    const path = join(folder, `${name}.json.br`);
    const { ngrams } = existsSync(path)
      ? JSON.parse(brotliDecompressSync(readFileSync(path)).toString())
      : { ngrams: {} };
    for (const [fraction, list] of Object.entries(ngrams as Record<string, string>)) {
      const [count = 0, all = 1] = fraction.split('/').map(Number);
      for (const ngram of list.split(' ')) {
        const first = found.at(-1);
        const before = first === undefined ? 1 : first.get([...ngram].slice(0, -1).join(''));
        if (before !== undefined) frequencies.set(ngram, (before * count) / all);
      }
    }
    found.push(frequencies);
  }
  return found;
}

/** Returns how often words start with each n-gram: the frequency of the n-gram less that of the n-grams with a letter before it. */
function countStarts(frequencies: Frequencies): Frequencies {
  const starts = frequencies.map((all) => new Map(all));
  for (const [length, all] of frequencies.entries())
    for (const [ngram, frequency] of all) {
      const rest = [...ngram].slice(1).join('');
      const start = starts[length - 1]?.get(rest);
      if (start !== undefined) starts[length - 1]?.set(rest, Math.max(0, start - frequency));
    }
  return starts;
}

function readChains(frequencies: Frequencies): Map<string, Continuation> {
  const starts = countStarts(frequencies).slice(0, CONTEXT);
  const chains = new Map<string, Continuation>();
  // Differences below this are rounding errors.
  const minimum = Math.min(...(frequencies[0]?.values() ?? [])) / 2;
  const add = (context: string, character: string, frequency: number) => {
    if (frequency <= minimum / 1e4) return;
    const chain = chains.get(context) ?? { characters: [], sums: [] };
    chains.set(context, chain);
    chain.characters.push(character);
    chain.sums.push((chain.sums.at(-1) ?? 0) + frequency);
  };
  const addEnd = (context: string, frequency: number) => {
    const rest = frequency - (chains.get(context)?.sums.at(-1) ?? 0);
    if (rest > minimum) add(context, ' ', rest);
  };
  const addAll = (all: Map<string, number>, prefix: string, least: number) => {
    for (const [ngram, frequency] of all)
      if (frequency > least) add(prefix + [...ngram].slice(0, -1).join(''), [...ngram].at(-1) as string, frequency);
  };
  for (const all of starts) addAll(all, ' ', minimum);
  for (const all of starts.slice(0, -1))
    for (const [ngram, frequency] of all) if (frequency > minimum) addEnd(` ${ngram}`, frequency);
  addAll(frequencies[CONTEXT] ?? new Map(), '', 0);
  for (const [ngram, frequency] of frequencies[CONTEXT - 1] ?? []) addEnd(ngram, frequency);
  return chains;
}
