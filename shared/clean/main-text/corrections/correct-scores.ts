/** Corrects the scores of the trees where they are wrong on sites that the trees were not trained on. */

import type { PageSurvey } from '../page-survey.ts';
import { lowerCopies } from './copied-passages.ts';
import { raiseDescription } from './declared-description.ts';
import { raiseFoodMenus } from './food-menus.ts';
import { lowerListControls } from './list-controls.ts';
import { lowerListLines } from './list-lines.ts';
import { raiseManualMembers } from './manual-members.ts';
import { lowerManualNavigation } from './manual-navigation.ts';
import { lowerByNames } from './names.ts';
import { lowerPageControls } from './page-controls.ts';
import { lowerProgramParts } from './program-parts.ts';
import { lowerReaderComments } from './reader-comments.ts';
import { lowerReaderNotices } from './reader-notices.ts';
import { lowerReadingTips } from './reading-tips.ts';
import { raiseReferenceLists } from './reference-lists.ts';
import { lowerRepetitions } from './repetitions.ts';
import { lowerSaleTerms } from './sale-terms.ts';
import { lowerShopSections } from './shop-sections.ts';
import { raiseSpecifications } from './specifications.ts';
import { lowerTeaserSections } from './teaser-sections.ts';

/**
 * Corrects the scores in place, where the trees are wrong on sites that they were not trained on: lowers those of parts that are hardly ever text, and raises
 * those of parts whose class names or short lines look like navigation. Each correction says what it knows of its parts.
 *
 * @param scores logarithms of the odds, by block
 * @param words number of words of each block
 * @param kinds probability of each kind of page (`page-kinds.ts`)
 */
export function correctScores(
  scores: Float32Array,
  survey: PageSurvey,
  words: Float32Array,
  kinds: Float32Array,
): void {
  lowerRepetitions(scores, survey, words, kinds);
  lowerByNames(scores, survey, kinds);
  lowerReaderComments(scores, survey, kinds);
  lowerReadingTips(scores, survey, kinds);
  lowerReaderNotices(scores, survey, kinds);
  raiseFoodMenus(scores, survey);
  lowerPageControls(scores, survey, words, kinds);
  lowerListControls(scores, survey, words, kinds);
  lowerListLines(scores, survey, kinds);
  lowerSaleTerms(scores, survey, kinds);
  lowerShopSections(scores, survey, kinds);
  lowerTeaserSections(scores, survey, kinds);
  raiseDescription(scores, survey, kinds);
  raiseSpecifications(scores, survey, kinds);
  raiseManualMembers(scores, survey);
  lowerManualNavigation(scores, survey, kinds);
  lowerProgramParts(scores, survey, kinds);
  raiseReferenceLists(scores, survey, kinds);
  lowerCopies(scores, survey, words);
}
