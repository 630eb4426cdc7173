import { expect, test } from 'vitest';
import {
  cindiEvidenceOf,
  decodeCindiEvidence,
  isCindiEvidence,
  type KeptLink,
  mergeCindiEvidence,
} from '../../../shared/focus/cindi/cindi-evidence.ts';
import { anchorWordsOf } from '../../../shared/focus/cindi/read-anchor.ts';
import { evidenceOf } from '../../../shared/focus/link-evidence.ts';
import type { Url } from '../../../shared/url/url.ts';

const anchor = anchorWordsOf('List of people and their research projects', 'en');
const linkOn = (page: number, link: Partial<KeptLink> = {}) =>
  cindiEvidenceOf({ page: `http://a.example/${page}`, layer: 2, anchor, queue: 'low', depth: 9, ...link });

test('keeps the layer of the linking page, the link text, the queue and the depth', () => {
  expect(anchor.words).toHaveLength(4);
  const found = linkOn(1, { layer: 1, queue: 'high', depth: 3 });
  expect(decodeCindiEvidence(found)).toEqual({ queue: 'high', depth: 3, linking: [{ layer: 1, anchor }] });
  const none = anchorWordsOf('', 'en');
  expect(decodeCindiEvidence(linkOn(1, { anchor: none, depth: 500 }))).toEqual({
    ...{ queue: 'low', depth: 63, linking: [{ layer: 2, anchor: none }] },
  });
});

test('merges in any order, keeps pages of Layer 1 and fits into 100 characters', () => {
  const links = [...Array(9).keys()].map((page) => linkOn(page));
  const best = linkOn(99, { layer: 1, queue: 'high', depth: 2 });
  const merged = [...links, best].reduce(mergeCindiEvidence);
  expect([best, ...links.toReversed()].reduce(mergeCindiEvidence)).toBe(merged);
  expect(mergeCindiEvidence(merged, best)).toBe(merged);
  expect(merged.length).toBeLessThanOrEqual(100);
  const { queue, depth, linking } = decodeCindiEvidence(merged);
  expect([queue, depth, linking.map(({ layer }) => layer)]).toEqual(['high', 2, [1, 2, 2, 2]]);
});

test('takes the place of evidence of another strategy, which is of the low queue', () => {
  const page = 'http://a.example/' as Url;
  const other = evidenceOf({ page, relevance: 1, verdict: 'relevant', anchor: 'x', distance: 0 });
  expect([isCindiEvidence(other), isCindiEvidence(linkOn(1))]).toEqual([false, true]);
  expect(mergeCindiEvidence(other, linkOn(1))).toBe(linkOn(1));
  expect(mergeCindiEvidence(linkOn(1), other)).toBe(linkOn(1));
  expect(decodeCindiEvidence(other)).toMatchObject({ queue: 'low', linking: [] });
});
