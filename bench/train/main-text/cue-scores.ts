/** The words that the models score: in class names, at the start of blocks, in headings, and for the kinds of pages. */
import { BLOCK_KINDS } from '../../../shared/clean/html/elements.ts';
import type { Block } from '../../../shared/clean/html/parsed-page.ts';
import { classNameWords } from '../../../shared/clean/main-text/class-names.ts';
import { cueWords, packCues } from '../../../shared/clean/main-text/cue-words.ts';
import type { Cues } from '../../../shared/clean/main-text/page-survey.ts';
import type { Example } from './examples.ts';
import { newWordScorer } from './word-scores.ts';

const MAX_CLASS_WORDS = 1200;
const MAX_TEXT_WORDS = 1500;
const MAX_HEADING_WORDS = 500;

/** Scores of words, by table: one score a word, or two for class names. */
export type CueWords = {
  classes: Map<string, readonly number[]>;
  texts: Map<string, readonly number[]>;
  headings: Map<string, readonly number[]>;
};

/** Returns a function that scores the words without a site. */
export function newCueScorer(examples: readonly Example[]): (without?: string) => CueWords {
  const known = examples.filter(({ isSynthetic, content, gold }) => !isSynthetic && !content && gold !== undefined);
  const others = known.filter(({ page }) => page.kind !== undefined && page.kind !== 'article');
  const classes = newWordScorer(known, classWords, MAX_CLASS_WORDS);
  const otherClasses = newWordScorer(others, classWords, MAX_CLASS_WORDS);
  const texts = newWordScorer(known, (example) => (i) => cueWords(blockOf(example, i).text), MAX_TEXT_WORDS);
  const headings = newWordScorer(known, headingWords, MAX_HEADING_WORDS);
  return (without) => ({
    classes: merge(classes(without), otherClasses(without)),
    texts: single(texts(without)),
    headings: single(headings(without)),
  });
}

/** Packs scores of words for `surveyPage`. */
export function packCueWords({ classes, texts, headings }: CueWords): Cues {
  return { classes: packCues(classes, 2), texts: packCues(texts, 1), headings: packCues(headings, 1) };
}

const blockOf = ({ parsed }: Example, i: number): Block => parsed.blocks[i] as Block;

/** Returns the words in the class names of the element of a block and all elements around it. */
function classWords({ parsed }: Example): (i: number) => Iterable<string> {
  const { html, classNames, containers } = parsed;
  const own = classNames.froms.map((from, k) => classNameWords(html.slice(from, classNames.tos[k])));
  const around: (readonly string[])[] = [[]];
  for (let c = 1; c < containers.parents.length; c++)
    around.push([
      ...new Set([...(around[containers.parents[c] as number] ?? []), ...(own[containers.names[c] as number] ?? [])]),
    ]);
  return (i) => {
    const block = parsed.blocks[i] as Block;
    return [...(around[block.container] ?? []), ...(own[block.names] ?? [])];
  };
}

/** Returns the words of the heading before a block. */
function headingWords({ parsed }: Example): (i: number) => Iterable<string> {
  let heading: string[] = [];
  const before = parsed.blocks.map(({ element, text }) => {
    const words = heading;
    if (BLOCK_KINDS.heading.has(element) || BLOCK_KINDS.headline.has(element)) heading = cueWords(text);
    return words;
  });
  return (i) => before[i] ?? [];
}

function single(scores: ReadonlyMap<string, number>): Map<string, readonly number[]> {
  return new Map([...scores].map(([word, score]) => [word, [score]]));
}

function merge(all: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): Map<string, readonly number[]> {
  const words = new Set([...all.keys(), ...others.keys()]);
  return new Map([...words].map((word) => [word, [all.get(word) ?? 0, others.get(word) ?? 0]]));
}
