/**
 * What the words in the class names of a page tell about its text. The models have two scores for each word that many sites use: how
 * much likelier text inside of such an element is main text, on pages of all kinds and on pages other than articles. Each distinct
 * value is read once a page.
 */
import { float32Array, int32Array } from '../html/page-arrays.ts';
import type { ParsedPage } from '../html/parsed-page.ts';
import { type CueTable, findCue } from './cue-words.ts';

/**
 * By class name of the page (`ParsedPage.classNames`): its two scores, 0 if no word is known; and a hash of its letters, so that
 * `item-1` equals `item-2`.
 */
export type ClassSurvey = { scores: readonly [all: Float32Array, others: Float32Array]; hashes: Int32Array };

/** Maximum length of a class name that is read, in UTF-16 units. Utility classes make longer ones. */
const MAX_NAME_LENGTH = 200;
/** Offset basis and prime of the FNV-1a hash. */
const FNV_BASIS = 0x811c9dc5 | 0;
const FNV_PRIME = 0x01000193;

/** Reads the class names of a page. */
export function surveyClassNames({ html, classNames }: ParsedPage, words: CueTable): ClassSurvey {
  const { froms, tos } = classNames;
  const numbers = () => float32Array(froms.length);
  const survey: ClassSurvey = { scores: [numbers(), numbers()], hashes: int32Array(froms.length) };
  for (let k = 1; k < froms.length; k++) {
    const from = froms[k] as number;
    readName(html, from, Math.min(tos[k] as number, from + MAX_NAME_LENGTH), words, survey, k);
  }
  return survey;
}

/** Returns the words of a class name: letters up to a sign, a digit or the next capital of camel case. */
export function classNameWords(name: string): string[] {
  return (
    name
      .slice(0, MAX_NAME_LENGTH)
      .replace(/([a-z])(?=[A-Z])/g, '$1 ')
      .toLowerCase()
      .match(/[a-z]{2,}/g) ?? []
  );
}

/** Sums of squares and of absolute values of scores: strong words count more, because most words tell nothing. */
const sums = new Float64Array(4);

function readName(html: string, from: number, end: number, words: CueTable, survey: ClassSurvey, k: number): void {
  sums.fill(0);
  let whole = FNV_BASIS;
  let word = FNV_BASIS;
  let length = 0;
  let isLowercase = false;
  for (let i = from; i <= end; i++) {
    const unit = i < end ? html.charCodeAt(i) : 0x20;
    const lower = unit | 0x20;
    const isLetter = lower >= 0x61 && lower <= 0x7a;
    if (length > 0 && (!isLetter || (isLowercase && unit < 0x61))) {
      if (length > 1) addScores(words, word);
      word = FNV_BASIS;
      length = 0;
    }
    if (!isLetter) continue;
    isLowercase = unit >= 0x61;
    word = Math.imul(word ^ lower, FNV_PRIME);
    whole = Math.imul(whole ^ lower, FNV_PRIME);
    length++;
  }
  survey.hashes[k] = whole;
  survey.scores[0][k] = sums[1] === 0 ? 0 : (sums[0] as number) / (sums[1] as number);
  survey.scores[1][k] = sums[3] === 0 ? 0 : (sums[2] as number) / (sums[3] as number);
}

function addScores(words: CueTable, hash: number): void {
  const slot = findCue(words, hash);
  if (slot === -1) return;
  for (let k = 0; k < 2; k++) {
    const score = words.scores[slot * 2 + k] as number;
    sums[2 * k] = (sums[2 * k] as number) + score * Math.abs(score);
    sums[2 * k + 1] = (sums[2 * k + 1] as number) + Math.abs(score);
  }
}
