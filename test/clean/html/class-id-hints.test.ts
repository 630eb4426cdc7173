import { describe, expect, it } from 'vitest';
import {
  ARTICLE_BOX_HINT,
  AUTHOR_HINT,
  CAROUSEL_HINT,
  COMMENT_HINT,
  CONSENT_HINT,
  DATE_HINT,
  FOOD_HINT,
  HINT_PATTERNS,
  MODAL_HINT,
  OTHER_PATTERNS,
  REVIEW_HINT,
  resolveHints,
  SIGNATURE_HINT,
} from '../../../shared/clean/html/hints/class-id-hints.ts';
import { KIND_PATTERNS } from '../../../shared/clean/html/hints/kind-words.ts';
import { matchValue } from '../../../shared/clean/html/hints/match-value.ts';
import { fewOrMany } from '../../long-test.ts';

const bitsOf = (value: string) =>
  matchValue(
    value,
    Uint16Array.from(value, (_, i) => value.charCodeAt(i)),
    0,
    value.length,
  );
const hints = (value: string): number => bitsOf(value).hints;

/** Reference: matches the patterns one by one. */
const oneByOne = (value: string, patterns: readonly RegExp[]): number => {
  const words = value
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) =>
      word
        .replace(/\d+/g, '0')
        .replace(/([a-z])([A-Z])/g, '$1-$2')
        .toLowerCase(),
    );
  return patterns.reduce((bits, pattern, i) => (words.some((word) => pattern.test(word)) ? bits | (1 << i) : bits), 0);
};

const ALL_HINTS = [...HINT_PATTERNS, ...OTHER_PATTERNS];

/** Pieces of the patterns, so that random values contain complete, partial and adjacent matches of each. */
const PIECES = [
  ...new Set(
    [...ALL_HINTS, ...KIND_PATTERNS].flatMap(({ source }) => source.split(/[^a-zü]+/).filter((piece) => piece !== '')),
  ),
  ...['-', '_', '-_', '__', '0', '17', 'x', ' ', '\t', 'é', 'Ü', '.', 'al', 'ed', 'letter', 'ad', 'ads-2', 'tags'],
];

describe('hints of class and id', () => {
  it('equal the result of matching the patterns one by one', () => {
    let state = 7;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const wrong: string[] = [];
    for (let i = 0; i < fewOrMany(3_000, 20_000); i++) {
      let value = '';
      for (let k = next(4); k >= 0; k--) {
        const piece = PIECES[next(PIECES.length)] as string;
        const cut = next(4) === 0 ? piece.slice(0, next(piece.length + 1)) : piece;
        value += next(3) === 0 ? cut.slice(0, 1).toUpperCase() + cut.slice(1) : cut;
      }
      const { hints: found, kindWords } = bitsOf(value);
      if (found !== resolveHints(oneByOne(value, ALL_HINTS)) || kindWords !== oneByOne(value, KIND_PATTERNS))
        wrong.push(value);
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['postAuthor', AUTHOR_HINT],
    ['col-3 entry-date', DATE_HINT],
    ['comments', COMMENT_HINT],
    ['wide CybotCookiebotDialog', CONSENT_HINT],
    ['onetrust-consent-sdk', CONSENT_HINT],
    ['w-form-done', CONSENT_HINT],
    ['w-form-fail', CONSENT_HINT],
    ['hideme', CONSENT_HINT],
    ['cookie-banner', CONSENT_HINT],
    ['cookie-banner--hidden', CONSENT_HINT],
    ['cookie-notice-text', CONSENT_HINT],
    ['js-modal-body', MODAL_HINT],
    ['sizeGuideDialog', MODAL_HINT],
    ['owl-carousel', CAROUSEL_HINT],
    ['customerReviews', REVIEW_HINT],
    ['message-signature', SIGNATURE_HINT],
    ['td-author-description', ARTICLE_BOX_HINT],
    ['about-the-author', ARTICLE_BOX_HINT],
    ['affiliate-disclosure', ARTICLE_BOX_HINT],
  ])('%s has its hint', (value, bit) => {
    expect(hints(value) & bit).toBe(bit);
  });

  it('a dish of a menu is no dishwasher', () => {
    expect(hints('dish-name') & FOOD_HINT).toBe(FOOD_HINT);
    expect(hints('dishwasher-card') & FOOD_HINT).toBe(0);
  });

  it.each([
    ...['has-cookie-banner', 'cookie-recipes', 'cookie-notices-of-bakers', 'cmplz-document', 'klarow'],
    ...['cookie-banner-open', 'page cookie_notice_hidden', 'cookieBarVisible'],
  ])('%s is no dialog about cookies', (value) => {
    expect(hints(value) & CONSENT_HINT).toBe(0);
  });

  it.each(['dialog-off-canvas-main-canvas', 'modality'])('%s is not what opens over the page', (value) => {
    expect(hints(value) & MODAL_HINT).toBe(0);
  });

  it('the classes of TypeDoc are not of comments by readers', () => {
    expect(hints('tsd-panel tsd-comment') & COMMENT_HINT).toBe(0);
    expect(hints('tsd-kommentär tsd-comment ü') & COMMENT_HINT).toBe(0);
  });

  it('empty values have no hints, and characters after the 200th are ignored', () => {
    expect(hints('')).toBe(0);
    expect(hints(' \n ')).toBe(0);
    expect(bitsOf(`${'x'.repeat(200)} price`).kindWords).toBe(0);
    expect(hints(`${'x'.repeat(200)} comment`)).toBe(0);
  });
});

it('has no more patterns than an integer has bits', () => {
  expect(HINT_PATTERNS.length + OTHER_PATTERNS.length).toBeLessThanOrEqual(32);
});
