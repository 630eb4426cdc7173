import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCapture } from '../../shared/fetch/create-capture.ts';
import type { Interpretation } from '../../shared/fetch/interpret-response.ts';
import { createPageEntry } from '../../shared/fetch/page-entry.ts';
import type { PageEntry } from '../../shared/frontier/host/entry.ts';
import type { FetchCandidate } from '../../shared/frontier/host/host-frontier.ts';
import type { Url } from '../../shared/url/url.ts';
import { reply } from './single-host.ts';

const NOW = Date.UTC(2026, 1, 10);
const PAGE: PageEntry = {
  ...{ url: 'http://a.example/' as Url, at: 0, class: 0, depth: 0, outcome: 'fetched', visits: 1, tries: 0 },
  record: 'old',
};

test.each<[Interpretation['outcome'], object]>([
  ['gone.closed', { was: 'old', closed: true }],
  ['gone.held', { was: 'old', held: true }],
  ['refused.client-error', { was: 'old' }],
])('the note of status 403 with the outcome %s says whether the record is removed', (outcome, note) => {
  const candidate: FetchCandidate = {
    ...{ url: PAGE.url, kind: 'page', class: 0, depth: 0, parent: null, score: 0, hops: 0 },
    page: PAGE,
  };
  const response = reply(403, 'closed');
  const entry = createPageEntry(candidate, { outcome, tries: 0, hostFault: false }, NOW, response);
  const capture = createCapture(candidate, response, entry, { digest: 'd', isSame: false }, NOW);
  expect(capture.note).toEqual({ depth: 0, class: 0, ...note });
});

test('the note has the number of redirects that led to the page', () => {
  const candidate: FetchCandidate = {
    ...{ url: PAGE.url, kind: 'page', class: 0, depth: 0, parent: null, score: 0, hops: 3 },
  };
  const response = reply(302, '');
  const entry = createPageEntry(candidate, { outcome: 'redirected', tries: 0, hostFault: false }, NOW, response);
  const capture = createCapture(candidate, response, entry, { digest: 'd', isSame: false }, NOW);
  expect(capture.note).toEqual({ depth: 0, class: 0, redirects: 3 });
});

test('a rendered page is archived whole, also if it is the same as before, and its next request is not conditional', () => {
  const candidate: FetchCandidate = {
    ...{ url: PAGE.url, kind: 'page', class: 0, depth: 0, parent: null, score: 0, hops: 0 },
    page: { ...PAGE, digest: 'shown', etag: '"one"' },
  };
  const response = { ...reply(200, 'sent'), rendered: Buffer.from('shown') };
  const entry = createPageEntry(
    candidate,
    { outcome: 'unchanged', tries: 0, hostFault: false },
    NOW,
    response,
    'shown',
  );
  expect(entry).toMatchObject({ digest: 'shown', outcome: 'unchanged' });
  expect(entry.etag).toBeUndefined();
  const capture = createCapture(candidate, response, entry, { digest: 'shown', isSame: true }, NOW);
  expect(capture).toMatchObject({ record: 'response', body: response.body, rendered: response.rendered });
  expect(capture.payloadDigest).toBe(hash('sha256', 'sent', 'hex'));
});
