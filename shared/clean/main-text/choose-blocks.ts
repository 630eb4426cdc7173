/**
 * Chooses the blocks of the main text. Boosted trees score each block by its features (`block-features.ts`), which include the kind of
 * the page. Then `choose-threshold.ts` sets the score from which blocks are text, for each page anew: on an article most likely blocks
 * are certain, on a listing few are.
 */

import { totalLength, totalUnlinkedLength } from '../html/block-lengths.ts';
import { ASIDE, BLOCK_KINDS, MAIN, PREFORMATTED } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import { certainKind, expectedValue, kindProbabilities } from '../page-kind/page-kind.ts';
import type { PageKind } from '../page-kind/page-kinds.ts';
import { blockWords, MIN_SCORE, scoreBlocks } from './block-scores.ts';
import { averageUnits, findUnits, joinAttributions, smoothHeadings } from './block-units.ts';
import type { PackedTrees } from './boosted-trees.ts';
import { bestThreshold, type Calibration } from './choose-threshold.ts';
import { correctScores } from './corrections/correct-scores.ts';
import type { CueTable } from './cue-words.ts';
import { densestBlocks } from './density-text.ts';
import { type Cues, surveyPage } from './page-survey.ts';
import type { RepeatedPaths } from './repeated-paths.ts';

/** Trained models: trees over the features of `block-features.ts`, trees for each kind of page, and scores of words. */
export type MainTextModel = { blocks: PackedTrees; kinds: readonly PackedTrees[]; cues: Cues; kindCues: CueTable };

/** Chooses the blocks of a page. `siteBlocks`: 1 for each block that the site repeats (`site-strings.ts`); default: none. `kinds`: probability of each kind of page; `kind`: the certain one, undefined if none is. `paths`: what repeats on the page. */
export type PageChooser = {
  choose: (siteBlocks?: Uint8Array) => readonly Block[];
  kinds: Float32Array;
  kind: PageKind | undefined;
  paths: RepeatedPaths;
};

/** Maximum number of blocks that the trees score. Larger pages are listings or made to be slow: they use the density method. */
const MAX_BLOCKS = 20_000;
/** Share of preformatted text above which the page shows a text file. */
const MIN_FILE_SHARE = 2 / 3;
/**
 * Minimum unlinked length of running text, in UTF-16 units. If less is chosen, the page has a few words, and all likely blocks are kept.
 * A page with less text in total is kept as a whole, except for navigation.
 */
const MIN_RUNNING_TEXT = 80;
/** Minimum unlinked length of the navigation of a page that has nothing else, above which it is text. UTF-16 units. */
const MIN_MARKED_TEXT = 1000;
/** Score above which blocks are kept on a page of a few words. */
const MIN_LIKELY_SCORE = -3;
/**
 * Score that a block of such a page must have for the page to have a text, unless it has a headline. The best block has -1.3 or less (out of fold) on
 * pages that a script fills, which have only the number of things in the cart or a link to the support, and 0.2 or more on pages with a short text.
 */
const MIN_TEXT_SCORE = -1;
/**
 * How far below the threshold the score of a short block between two chosen ones may be, by the kind of the page. In documentation such a block is
 * the signature of a method between its name and its description, or a parameter that several functions have. On other pages most are links to read
 * more, credits of pictures and buttons.
 */
const GAP_SCORES: Partial<Record<PageKind, number>> = { documentation: 1 };
/** Maximum number of words of such a block. */
const MAX_GAP_WORDS = 20;
/**
 * What the scores mean on sites that the trees were not trained on, by the kind of the page (logistic regression of words, rounded). On pages of
 * services and in documentation low scores are text more often, and high ones less often, than they say. Those of articles are right (slope
 * 0.97). Pages of other kinds have no better text if they are calibrated: they have all of their cards or none, but the threshold takes
 * blocks for independent.
 */
const CALIBRATIONS: Partial<Record<PageKind, Calibration>> = {
  documentation: { slope: 0.66, shift: 0.5 },
  service: { slope: 0.66, shift: 0.5 },
};
/** Minimum probability of a kind whose calibration counts: shops and news are often a little like services. */
const MIN_LIKELY_KIND = 0.3;
/** Subtracted from the score of text that a site repeats on its pages. Larger than any score. */
const SITE_PENALTY = 10;

/** Scores a page once, for several choices. @returns undefined if the page has too many blocks */
export function newBlockChooser(page: ParsedPage, model: MainTextModel): PageChooser | undefined {
  if (page.blocks.length > MAX_BLOCKS) return undefined;
  const survey = surveyPage(page, model.cues);
  const kinds = kindProbabilities(page, survey, model);
  const scores = scoreBlocks(survey, kinds, model.blocks);
  const words = blockWords(page);
  correctScores(scores, survey, words, kinds);
  const units = findUnits(page);
  return {
    kinds,
    kind: certainKind(kinds),
    paths: survey.paths,
    choose: (siteBlocks) =>
      selectBlocks(page, siteBlocks ? lowerSiteScores(scores, siteBlocks) : scores, words, units, kinds),
  };
}

/** Subtracts the penalty from the scores of blocks that the site repeats. */
function lowerSiteScores(scores: Float32Array, siteBlocks: Uint8Array): Float32Array {
  return scores.map((score, i) => (siteBlocks[i] === 1 ? score - SITE_PENALTY : score));
}

/**
 * Selects the blocks with a score from the best threshold on, and the whole text file that a page shows.
 *
 * @param units unit by container, see `findUnits`
 * @param kinds probability of each kind of page
 */
export function selectBlocks(
  page: ParsedPage,
  scores: Float32Array,
  words: Float32Array,
  units: Int32Array,
  kinds: Float32Array,
): readonly Block[] {
  const { blocks } = page;
  const maxGap = expectedValue(kinds, (kind) => GAP_SCORES[kind] ?? 0);
  const means = averageUnits(page, smoothHeadings(page, scores), words, units);
  joinAttributions(page, means);
  const threshold = Math.max(MIN_SCORE, bestThreshold(means, words, calibrationOf(kinds)));
  const inFile = isTextFile(blocks) ? PREFORMATTED : 0;
  const isChosen = blocks.map(
    ({ roles }, i) => (means[i] as number) >= threshold || (roles & (inFile | ASIDE)) === PREFORMATTED,
  );
  const isBetween = (i: number): boolean =>
    isChosen[i - 1] === true &&
    isChosen[i + 1] === true &&
    (means[i] as number) >= threshold - maxGap &&
    (words[i] as number) <= MAX_GAP_WORDS;
  const chosen = blocks.filter((_, i) => isChosen[i] || isBetween(i));
  const isFew = totalUnlinkedLength(chosen) < MIN_RUNNING_TEXT;
  const isOnlyMarked = isIndex(blocks, chosen);
  if (!isFew && !isOnlyMarked) return chosen;
  const own = blocks.filter(({ roles }) => (roles & ASIDE) === 0);
  if (own.length > 0 && totalLength(own) < MIN_RUNNING_TEXT) return own;
  const likely = blocks.filter(
    (block, i) =>
      ((means[i] as number) > MIN_LIKELY_SCORE || isHeadline(block)) && (!isOnlyMarked || (block.roles & MAIN) !== 0),
  );
  const hasText = blocks.some((block, i) => (means[i] as number) > MIN_TEXT_SCORE || isHeadline(block));
  if (likely.length > 0 && (isOnlyMarked || hasText)) return likely;
  // Nothing but navigation, unless the page marks its text as such.
  return own.length === 0 && totalUnlinkedLength(blocks) >= MIN_MARKED_TEXT ? densestBlocks(blocks) : [];
}

/** Returns the calibration of the kinds that a page may be, weighted by their probabilities. */
function calibrationOf(kinds: Float32Array): Calibration {
  const likely = kinds.map((p) => (p >= MIN_LIKELY_KIND ? p : 0));
  return {
    slope: 1 + expectedValue(likely, (kind) => (CALIBRATIONS[kind]?.slope ?? 1) - 1),
    shift: expectedValue(likely, (kind) => CALIBRATIONS[kind]?.shift ?? 0),
  };
}

/** Whether the block is a headline. Articles have it as a field of their own; a page of a few words may have no other text. */
const isHeadline = ({ element, linked, roles }: Block): boolean =>
  BLOCK_KINDS.headline.has(element) && linked === 0 && (roles & ASIDE) === 0;

/** Whether the marked main content is a list of links, and the running text of the page is small print outside of it. */
function isIndex(blocks: readonly Block[], chosen: readonly Block[]): boolean {
  const marked = totalLength(blocks, MAIN | ASIDE, MAIN);
  if (marked === 0 || totalUnlinkedLength(chosen, MAIN, MAIN) >= MIN_RUNNING_TEXT) return false;
  return marked > totalUnlinkedLength(chosen);
}

/** Whether nearly all of the page is one text file: a mail in an archive, a standard, a log. */
function isTextFile(blocks: readonly Block[]): boolean {
  const prose = totalUnlinkedLength(blocks, PREFORMATTED);
  return prose < totalUnlinkedLength(blocks) * (1 - MIN_FILE_SHARE);
}
