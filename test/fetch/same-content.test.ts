import { expect, test } from 'vitest';
import { interpretResponse } from '../../shared/fetch/interpret-response.ts';
import { createPageEntry } from '../../shared/fetch/page-entry.ts';
import { isSameContent } from '../../shared/fetch/same-content.ts';
import { decodePageEntry, encodePageEntry, type PageEntry } from '../../shared/frontier/host/entry.ts';
import type { FetchCandidate } from '../../shared/frontier/host/host-frontier.ts';
import type { HttpResponse } from '../../shared/ports/fetcher.ts';
import type { RenderNote } from '../../shared/ports/renderer.ts';
import type { Url } from '../../shared/url/url.ts';
import { OPTIONS, reply } from './single-host.ts';

const URL_OF_PAGE = 'http://moor.test/page' as Url;
const HTML: [string, string] = ['Content-Type', 'text/html; charset=UTF-8'];

/** Returns the entry of the page after responses with one body. */
function visit(...responses: (Partial<HttpResponse> & { status: number })[]): PageEntry {
  let page: PageEntry | undefined;
  for (const response of responses) {
    const answer: HttpResponse = { ...reply(response.status, 'body'), headers: [HTML], ...response };
    const candidate: FetchCandidate = {
      url: URL_OF_PAGE,
      kind: 'page',
      class: 0,
      depth: 0,
      score: 1,
      parent: null,
      hops: 0,
    };
    if (page) candidate.page = page;
    const isSame = isSameContent(answer, 'd1', page);
    const interpretation = interpretResponse(answer, { tries: 0, hops: 0, isSame, page }, 0, OPTIONS);
    page = decodePageEntry(encodePageEntry(createPageEntry(candidate, interpretation, 0, answer, 'd1')));
  }
  return page!;
}

test('a page with the usual headers stores no fingerprint, and is unchanged with the same body', () => {
  expect(visit({ status: 200 })).toMatchObject({ outcome: 'fetched', digest: 'd1' });
  expect(visit({ status: 200 }).headersDigest).toBeUndefined();
  expect(visit({ status: 200 }, { status: 200 }).outcome).toBe('unchanged');
});

test.each([
  ['X-Robots-Tag', 'noindex'],
  ['Content-Language', 'de'],
  ['Content-Type', 'text/plain'],
  ['TDM-Reservation', '1'],
])('another %s is a change, once', (name, value) => {
  const headers: [string, string][] = name === 'Content-Type' ? [[name, value]] : [HTML, [name, value]];
  const changed = { status: 200, headers };
  expect(visit({ status: 200 }, changed).outcome).toBe('fetched');
  expect(visit({ status: 200 }, changed, changed).outcome).toBe('unchanged');
  expect(visit(changed, { status: 200 }).outcome).toBe('fetched');
});

test('a page keeps how it was rendered until another response says otherwise', () => {
  const rendering: RenderNote = { result: 'failed', why: 'empty', detail: 'crashed' };
  const failed = { status: 200, headers: [HTML, ['ETag', '"1"'] as [string, string]], rendering };
  expect(visit(failed).rendering).toEqual(rendering);
  expect(visit(failed, { status: 304 }).rendering).toEqual(rendering);
  expect(visit(failed, { status: 500 }).rendering).toEqual(rendering);
  expect(visit(failed, { status: 200 })).not.toHaveProperty('rendering');
  expect(visit(failed, { status: 404 })).not.toHaveProperty('rendering');
});

test('a page that was gone or moved is new when it comes back', () => {
  for (const status of [404, 410, 301]) {
    const lost = { status, headers: [HTML, ['Location', '/other'] as [string, string]] };
    expect(visit({ status: 200, headers: [HTML, ['ETag', '"1"']] }, lost)).not.toHaveProperty('etag');
    expect(visit({ status: 200 }, lost, { status: 200 }).outcome).toBe('fetched');
  }
});

test('a validator that is too long to be sent back is not stored', () => {
  const tagged = (etag: string) => ({ status: 200, headers: [HTML, ['ETag', etag] as [string, string]] });
  expect(visit(tagged('x'.repeat(1_024))).etag).toHaveLength(1_024);
  expect(visit(tagged('x'.repeat(1_025)))).not.toHaveProperty('etag');
});

test('an unchanged page has the validators of its last response with a body', () => {
  const tagged = (etag: string) => ({ status: 200, headers: [HTML, ['ETag', etag] as [string, string]] });
  expect(visit(tagged('"1"'), tagged('"2"'))).toMatchObject({ outcome: 'unchanged', etag: '"2"', digest: 'd1' });
  expect(visit(tagged('"1"'), { status: 200 })).not.toHaveProperty('etag');
  expect(visit(tagged('"1"'), { status: 304, headers: [['ETag', '"2"']] })).toMatchObject({ etag: '"1"' });
});

test('a page keeps its validators over a failure', () => {
  const tagged = { status: 200, headers: [HTML, ['ETag', '"1"'] as [string, string]] };
  expect(visit(tagged, { status: 500 })).toMatchObject({ outcome: 'failed.server-error', etag: '"1"', digest: 'd1' });
  expect(visit(tagged, { status: 304, headers: [] })).toMatchObject({ outcome: 'unchanged', etag: '"1"' });
});

test('new robots directives of a 304 response are read with the next body', () => {
  const tagged = { status: 200, headers: [HTML, ['ETag', '"1"'] as [string, string]] };
  const closed = { status: 304, headers: [['X-Robots-Tag', 'noindex'] as [string, string]] };
  expect(visit(tagged, closed)).not.toHaveProperty('etag');
  expect(visit(tagged, closed)).not.toHaveProperty('digest');
});
