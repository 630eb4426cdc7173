/** Chooses the n-grams that distinguish languages best, by their frequency in random words. */
import { type LanguageClass, scriptRange } from './language-classes.ts';

/** Characters of an n-gram, with the blank before or after its word. */
const MAX_LENGTH = 5;
/** Minimum occurrences of an n-gram per word of a language, and the occurrences that all languages are assumed to have. */
const MIN_FREQUENCY = 1.5e-4;
const ASSUMED_FREQUENCY = 5e-5;
/** Languages of a group count as often as all others together. An n-gram in more languages than this does not distinguish a group. */
const MAX_LANGUAGES = 40;
const GROUPS =
  `bs hr sr sl,id ms,nn no da sv,st tn,xh zu,ca es pt la it eo fr ro,cs sk,af nl,ru uk be bg mk sr,az tr,fa ur ar,et fi`
    .split(',')
    .map((group) => group.split(' '));

/** Returns the n-grams of a word, of two characters or more, including the blanks around it. */
export function ngramsOf(word: string): string[] {
  const characters = [' ', ...word, ' '];
  const found: string[] = [];
  for (let i = 0; i < characters.length; i++)
    for (let end = i + 2; end <= Math.min(i + MAX_LENGTH, characters.length); end++)
      found.push(characters.slice(i, end).join(''));
  return found;
}

/** Returns the most useful n-grams, the best first. */
export function chooseNgrams(classes: readonly LanguageClass[], count: number): string[] {
  const pairs = similarPairs(classes);
  const rated: [ngram: string, value: number][] = [];
  for (const [ngram, frequencies] of countNgrams(classes)) {
    const [from, to] = scriptRange(classes, [...frequencies.keys()][0] as number);
    const value =
      divergence(frequencies, to - from) + (frequencies.size < MAX_LANGUAGES ? separation(frequencies, pairs) : 0);
    rated.push([ngram, value / Math.sqrt(frequencies.size + 2)]);
  }
  rated.sort((a, b) => b[1] - a[1]);
  return rated.slice(0, count).map(([ngram]) => ngram);
}

/** Returns how often each n-gram occurs per word, by index of the language. */
function countNgrams(classes: readonly LanguageClass[]): Map<string, Map<number, number>> {
  const found = new Map<string, Map<number, number>>();
  for (const [index, { words }] of classes.entries()) {
    const counts = new Map<string, number>();
    for (const word of words) for (const ngram of ngramsOf(word)) counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
    for (const [ngram, count] of counts) {
      if (count / words.length <= MIN_FREQUENCY) continue;
      const frequencies = found.get(ngram) ?? new Map<number, number>();
      found.set(ngram, frequencies.set(index, count / words.length));
    }
  }
  return found;
}

/** Returns how much the frequencies differ from their mean over the languages of a script. */
function divergence(frequencies: ReadonlyMap<number, number>, languages: number): number {
  const sum = [...frequencies.values()].reduce((all, frequency) => all + frequency, 0);
  const mean = sum / languages + ASSUMED_FREQUENCY;
  let value = 0;
  for (const frequency of frequencies.values())
    value += frequency * Math.log((frequency + ASSUMED_FREQUENCY) / (mean + ASSUMED_FREQUENCY));
  return value;
}

/** Returns how much the frequencies in similar languages differ. */
function separation(frequencies: ReadonlyMap<number, number>, pairs: readonly [number, number][]): number {
  let value = 0;
  for (const [a, b] of pairs) {
    const one = (frequencies.get(a) ?? 0) + ASSUMED_FREQUENCY;
    const other = (frequencies.get(b) ?? 0) + ASSUMED_FREQUENCY;
    value += (one - other) * Math.log(one / other);
  }
  return value;
}

function similarPairs(classes: readonly LanguageClass[]): [number, number][] {
  return classes.flatMap((a, i) =>
    classes.flatMap((b, j): [number, number][] =>
      i < j && a.script === b.script && GROUPS.some((group) => group.includes(a.language) && group.includes(b.language))
        ? [[i, j]]
        : [],
    ),
  );
}
