import { expect, test } from 'vitest';
import {
  type ChangedPage,
  type Consequence,
  captureConsequence,
  documentConsequence,
  findChangedPage,
  holdIdenticalPages,
} from '../../shared/classify/record-changes.ts';
import type { DocumentLine } from '../../shared/clean/document.ts';
import type { CaptureNote } from '../../shared/fetch/warc/capture.ts';
import type { Url } from '../../shared/url/url.ts';
import { documentOf } from './documents.ts';

const AT = Date.UTC(2026, 0, 1);
const VERDICT = { kind: 'relevant' as const, score: 1, classes: [], by: 'all', terms: [] };

type Line<Kind extends DocumentLine['kind']> = Extract<DocumentLine, { kind: Kind }>;
const head = (path: string | number, note: Partial<CaptureNote>, host = 'h.test') => ({
  url: `http://${host}/${path}` as Url,
  fetchedAt: AT,
  status: 200,
  capture: { key: 'k', offset: 0, length: 1 },
  note: { depth: 1, class: 3, ...note },
});

/** Creates a page that had a record and now has this text. */
function changed(i: number, text: string, note: Partial<CaptureNote> = {}, host?: string) {
  const line = {
    ...head(i, { was: `was${i}`, ...note }, host),
    kind: 'document',
    document: documentOf({ text, digest: text }),
  };
  const consequence = documentConsequence(line as Line<'document'>, VERDICT as never);
  return { page: findChangedPage(line as Line<'document'>), consequence };
}
const range = (n: number) => Array.from({ length: n }, (_, i) => i);

/** @returns the kinds of changes and verdicts of the pages after `holdIdenticalPages`. */
function held(pages: { page: ChangedPage | undefined; consequence: Consequence }[]) {
  holdIdenticalPages(pages.flatMap(({ page, consequence }) => (page ? [{ page, consequence }] : [])));
  return pages.map(({ consequence: { changes, feedback } }) => [
    changes.map(({ kind, id }) => `${kind} ${id}`),
    feedback?.record,
  ]);
}

test('keeps the records of pages of a host that suddenly share one text', () => {
  const found = held(range(5).map((i) => changed(i, 'sorry')));
  expect(found).toEqual(range(5).map((i) => [[`seen was${i}`], `was${i}`]));
});

test.each([
  ['four of them', range(4).map((i) => changed(i, 'sorry'))],
  ['five with different texts', range(5).map((i) => changed(i, `text ${i}`))],
  ['five of five hosts', range(5).map((i) => changed(i, 'sorry', {}, `h${i}.test`))],
  ['five that shared a record before', range(5).map((i) => changed(i, 'sorry', { was: 'one' }))],
  ['five confirmed by the operator', range(5).map((i) => changed(i, 'sorry', { believed: true }))],
])('accepts changes of %s', (_name, pages) => {
  for (const [changes] of held(pages))
    expect(changes).toEqual([expect.stringMatching(/^seen (sorry|text)/), expect.stringMatching(/^left/)]);
});

test('ignores pages without a record or with an unchanged one', () => {
  const { was: _, ...without } = head(0, {}).note as CaptureNote;
  const line = { ...head(0, {}), note: without, kind: 'document', document: documentOf({ digest: 'd' }) };
  expect(findChangedPage(line as Line<'document'>)).toBeUndefined();
  expect(changed(0, 'was0').page).toBeUndefined();
});

test.each(['gone', 'moved'] as const)('keeps the record of a held page that is %s', (kind) => {
  const line = { ...head('x', { was: 'r', held: true }), kind, to: null, permanent: true };
  expect(captureConsequence(line as unknown as Line<'gone'>)).toEqual({ changes: [] });
  const { held: __, ...note } = line.note;
  expect(captureConsequence({ ...line, note } as unknown as Line<'gone'>).changes).toEqual([
    { kind: 'left', id: 'r', url: line.url, at: AT },
  ]);
});

test('stores fingerprint, canonical URL and alternates of a record', () => {
  const url = 'http://h.test/1' as Url;
  const about = {
    alternates: Array.from({ length: 60 }, (_, i) => ({ language: `l${i}`, url: `${url}?${i}` as Url })),
  };
  const recordOf = (document: object) => {
    const line = { ...head(1, {}), kind: 'document', document: documentOf({ text: 'moss', ...document }) };
    const [change] = documentConsequence(line as Line<'document'>, VERDICT as never).changes;
    return change?.kind === 'seen' ? change.record : undefined;
  };
  const simhash = '0123456789abcdef';
  const record = recordOf({ simhash, canonical: 'http://h.test/2', about });
  expect(record).toMatchObject({ simhash, canonical: 'http://h.test/2' });
  expect(record?.alternates).toEqual(about.alternates.slice(0, 50));
  const plain = recordOf({ simhash: null, canonical: url });
  for (const name of ['simhash', 'canonical', 'alternates']) expect(plain).not.toHaveProperty(name);
});

test('a record says why its text is not whole', () => {
  const recordOf = (document: object) => {
    const line = { ...head(0, {}), kind: 'document', document: { ...documentOf({ digest: 'd' }), ...document } };
    const [change] = documentConsequence(line as Line<'document'>, VERDICT as never).changes;
    return change?.kind === 'seen' ? change.record : undefined;
  };
  expect(recordOf({ truncated: 'body' })).toMatchObject({ truncated: 'body' });
  expect(recordOf({})).not.toHaveProperty('truncated');
});
