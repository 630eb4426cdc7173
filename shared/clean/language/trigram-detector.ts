/**
 * Compares the trigrams of a text with those of languages, as the package franc does with texts in Latin script
 * (`test/clean/language/trigram-detector.test.ts`).
 */
import { brotliDecompressSync } from 'node:zlib';
import { TRIGRAM_CODES, TRIGRAMS } from './trigram-data.ts';
import { DETECTOR_LANGUAGES, TRIGRAM_LANGUAGES } from './trigram-languages.ts';

/** Minimum length of a text, in UTF-16 units. */
const MIN_LENGTH = 10;
/** Distance of a trigram that a language does not have. */
const MAX_DISTANCE = 300;
/** Minimum lead of a trigram score over that of the other language. */
const MIN_TRIGRAM_LEAD = 0.02;

/** ISO 639-3 codes of the languages. */
const CODES: readonly string[] = TRIGRAM_CODES;
/** Ranks are below this. Each entry of a trigram is the index of a language times this, plus the rank of the trigram. */
const RANKS = 512;

let entries: ReadonlyMap<string, readonly number[]> | undefined;

function readTrigrams(): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  const models = brotliDecompressSync(Buffer.from(TRIGRAMS, 'base64')).toString().split('\n');
  for (const [language, model] of models.entries())
    for (const [rank, trigram] of model.split('|').entries()) {
      const entry = language * RANKS + rank;
      const known = found.get(trigram);
      if (known) known.push(entry);
      else found.set(trigram, [entry]);
    }
  return found;
}

/** Everything that trigrams leave out: digits, white space and the punctuation of ASCII. */
const IGNORED = /[!-@\s]+/g;
const LATIN = /\p{Script=Latin}/gu;
const LETTERS = /[\p{L}\p{M}]/gu;

/**
 * Returns the language in `TRIGRAM_LANGUAGES` whose trigrams are clearly more similar to those of a text than those of `found`, or
 * `found`.
 *
 * @param found ISO 639-1 code of a language in Latin script, others are returned as they are; `und` for the most similar of all
 */
export function detectByTrigrams(text: string, found: string): string {
  const known = DETECTOR_LANGUAGES[found];
  if (found === 'und' && text.length >= MIN_LENGTH && isLatin(text)) return nearestLanguage(distancesOf(text));
  if (known === undefined || text.length < MIN_LENGTH || !isLatin(text)) return found;
  const distances = distancesOf(text);
  const own = distances[CODES.indexOf(known)];
  let best = -1;
  for (let i = 0; i < CODES.length; i++) {
    if (CODES[i] !== known && TRIGRAM_LANGUAGES[CODES[i] as string] === undefined) continue;
    if (best === -1 || (distances[i] as number) < (distances[best] as number)) best = i;
  }
  const language = TRIGRAM_LANGUAGES[CODES[best] as string];
  if (language === undefined) return found;
  const least = distances[best] as number;
  // There are no trigrams of Kurdish, which ELD finds by mistake in Latin script.
  if (own === undefined) return language;
  const lead = (own - least) / (text.length * MAX_DISTANCE - least);
  return lead > MIN_TRIGRAM_LEAD ? language : found;
}

/** ISO 639-1 codes by ISO 639-3 codes. */
const ALL_LANGUAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(DETECTOR_LANGUAGES).map(([short, long]) => [long, short])),
  ...TRIGRAM_LANGUAGES,
};

/** Returns the language with the least distance, or `und` if all have the same: a text of which none has a trigram. */
function nearestLanguage(distances: Float64Array): string {
  const least = Math.min(...distances);
  if (least === Math.max(...distances)) return 'und';
  const nearest = distances.indexOf(least);
  return ALL_LANGUAGES[CODES[nearest] as string] ?? 'und';
}

const isLatin = (text: string): boolean => 2 * (text.match(LATIN)?.length ?? 0) > (text.match(LETTERS)?.length ?? 0);

/** Returns the distance of a text to each language in `CODES`: the sum over its trigrams of the distance between count and rank. */
function distancesOf(text: string): Float64Array {
  entries ??= readTrigrams();
  const counts = new Map<string, number>();
  const padded = ` ${text.replace(IGNORED, ' ').trim().toLowerCase()} `;
  for (let i = 0; i + 3 <= padded.length; i++) {
    const trigram = padded.slice(i, i + 3);
    counts.set(trigram, (counts.get(trigram) ?? 0) + 1);
  }
  const distances = new Float64Array(CODES.length).fill(MAX_DISTANCE * counts.size);
  for (const [trigram, count] of counts)
    for (const entry of entries.get(trigram) ?? []) {
      const language = Math.floor(entry / RANKS);
      const distance = Math.abs(count - (entry % RANKS) - 1);
      distances[language] = (distances[language] as number) + distance - MAX_DISTANCE;
    }
  return distances;
}
