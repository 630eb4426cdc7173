/**
 * Measures the topic definition against its number of terms: `node bench/focus/topic-terms.ts [FILE.jsonl.gz…]`, lines of `{text}`. Without
 * files it generates texts of 1,000 words from a vocabulary of 50,000. A tenth of the terms are phrases of two words, a tenth are
 * Boolean terms and, for algorithm 1, a tenth are truncated words. Terms that occur in the texts cost more, because each match adds to
 * the score, so each topic is also measured with terms that do not occur. The last column has words truncated in front, which do not
 * occur either.
 */
import { compilePositionTerms } from '../../shared/classify/terms/position-terms.ts';
import { readTopicFile, type TopicTerm } from '../../shared/classify/terms/topic-file.ts';
import { compileTerms, type Locations } from '../../shared/classify/terms/topic-terms.ts';
import { readJsonLinesFile } from '../data/extraction-data.ts';

const SIZES = [10, 100, 1_000, 10_000];
const PAGES = 2_000;
const WORDS_PER_PAGE = 1_000;
const VOCABULARY = 50_000;
const ROUNDS = 3;
/** Letters that no word of the texts ends with. */
const ABSENT = 'zqx';

let state = 20_261;
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};

const files = process.argv.slice(2);
const texts = files.length > 0 ? files.flatMap(readTexts) : Array.from({ length: PAGES }, generateText);
const vocabulary = [
  ...new Set(
    texts
      .join(' ')
      .toLowerCase()
      .match(/[a-z]{4,}/g),
  ),
];
const pages = texts.map((text): Locations => ({ title: text.slice(0, 60), metadata: '', headings: '', text }));
const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0) / texts.length;
print(`${pages.length} texts of ${Math.round(words)} words; ms of CPU per page, best of ${ROUNDS} rounds`);
print(
  ['terms', '1: frequent terms', '1: absent terms', '2: frequent terms', '2: absent terms', '1: absent endings']
    .map(cell)
    .join(''),
);
for (const size of SIZES) {
  const found = ['', ABSENT].map((ending) => measure(compileTerms(topicOf(size, true, ending))));
  found.push(...['', ABSENT].map((ending) => measure(compilePositionTerms(topicOf(size, false, ending)))));
  found.push(measure(compileTerms(endingsOf(size))));
  print([String(size), ...found].map(cell).join(''));
}

function cell(text: string): string {
  return text.padEnd(22);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readTexts(file: string): string[] {
  return readJsonLinesFile<{ text?: string }>(file).flatMap(({ text }) => (text ? [text] : []));
}

/** Word frequencies follow Zipf's law. */
function generateText(): string {
  return Array.from({ length: WORDS_PER_PAGE }, () => wordOf(Math.floor(VOCABULARY ** random()))).join(' ');
}

function wordOf(rank: number): string {
  let rest = rank * 7_919 + 104_729;
  let word = '';
  for (; rest > 0; rest = Math.floor(rest / 20)) word += 'bcdfgjklmnprstvwaeio'[rest % 20];
  return word;
}

function topicOf(size: number, withExpressions: boolean, ending: string): TopicTerm[] {
  const word = () => vocabulary[Math.floor(random() * vocabulary.length)]! + ending;
  const term = (i: number) => {
    if (i % 10 === 1) return `${word()} ${word()}`;
    if (i % 10 === 2) return `${word()} @and ${word()}`;
    return i % 10 === 3 && withExpressions ? `${word()}[^\\s]*` : word();
  };
  return readTopicFile(Array.from({ length: size }, (_, i) => `10: ${term(i)}=A`).join('\n'), 'topic');
}

/** Words truncated in front, which can start with every word of a text. */
function endingsOf(size: number): TopicTerm[] {
  const rows = Array.from({ length: size }, (_, i) => `10: [^\\s]*${vocabulary[i]!}${ABSENT}[^\\s]*=A`);
  return readTopicFile(rows.join('\n'), 'topic');
}

function measure(score: (locations: Locations) => { terms: unknown[] }): string {
  let best = Number.POSITIVE_INFINITY;
  let matched = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    matched = 0;
    for (const page of pages) matched += score(page).terms.length;
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000 / pages.length);
  }
  return `${best.toFixed(3)} (${(matched / pages.length).toFixed(1)} found)`;
}
