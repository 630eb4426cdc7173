import { expect, test } from 'vitest';
import { evidenceOf } from '../../shared/focus/link-evidence.ts';
import { mergeIntoLink, mergeLinks } from '../../shared/frontier/merge-links.ts';
import type { OfferedLink } from '../../shared/frontier/offer.ts';
import type { Url } from '../../shared/url/url.ts';
import { fewOrMany } from '../long-test.ts';

const url = 'http://a.example/page' as Url;

/** Links to one URL whose facts differ: each bit of `n` adds one. */
function linkOf(n: number): OfferedLink {
  const has = (bit: number) => (n >> bit) % 2 === 1;
  const page = `http://a.example/${n}` as Url;
  return {
    ...{ url, kind: 'page', class: has(0) ? 2 : 5, depth: has(1) ? 1 : 3, parent: page, score: has(2) ? 0.25 : 0.75 },
    ...(has(3) && { anchors: `text ${n}` }),
    ...(has(4) && { listed: true, lastModified: n }),
    ...(has(5) && { about: { title: `${n}` }, forcedAt: n, embedded: true }),
    ...(has(6) && {
      evidence: evidenceOf({ page, anchor: `word${n}`, relevance: n / 256, verdict: 'relevant', distance: 0 }),
    }),
    ...(has(7) && { redirects: has(0) ? 1 : 3 }),
  };
}

const LINKS = Array.from({ length: 256 }, (_, n) => linkOf(n));

test('merging into a link gives what merging gives, which changes neither link', () => {
  // The step is prime, so that all differences of bits occur.
  for (const [n, one] of LINKS.entries())
    for (let i = n % fewOrMany(7, 1); i < LINKS.length; i += fewOrMany(7, 1)) {
      const other = LINKS[i]!;
      const [oneBefore, otherBefore] = [{ ...one }, { ...other }];
      // As JSON: offers are keyed by their content.
      const merged = JSON.stringify(mergeLinks(one, other));
      expect([one, other]).toEqual([oneBefore, otherBefore]);
      const changed = { ...one };
      const into = mergeIntoLink(changed, other);
      expect(JSON.stringify(into)).toBe(merged);
      expect(other).toEqual(otherBefore);
      if (one.class === other.class && one.score === other.score) expect(into).toBe(changed);
    }
});

test.each([
  [3, 1, 1],
  [1, 3, 1],
  [3, undefined, undefined],
  [undefined, 3, undefined],
])('of %s and %s consecutive redirects, %s count', (one, other, redirects) => {
  const linkBy = (count: number | undefined) => ({ ...linkOf(0), ...(count !== undefined && { redirects: count }) });
  expect(mergeLinks(linkBy(one), linkBy(other)).redirects).toBe(redirects);
});
