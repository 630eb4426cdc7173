import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { rejudgeObject } from '../../../shared/classify/reclassify/reclassify.ts';
import type { StoredDocument } from '../../../shared/classify/reclassify/stored-documents.ts';
import type { SearchIndex, SearchRecord } from '../../../shared/ports/search-index.ts';
import { lineOf } from '../documents.ts';

test('times a change after the last visit that found the page unchanged', async () => {
  const line = lineOf({ text: 'stone' }, { fetchedAt: 1_000 }) as StoredDocument['line'];
  const visitedAt = 9_000;
  const record = { id: line.document.digest, url: line.url, urls: { [line.url]: visitedAt }, score: 7, classes: [] };
  const index: Pick<SearchIndex, 'get'> = { get: async () => record as unknown as SearchRecord };
  const judge = compileFilters([{ terms: '1: glass=A', file: 'topic.txt', cutOff: 0 }]);
  const found = await rejudgeObject(
    'main',
    { key: 'clean/main/2026/01/01/000000-run.jsonl.zst', documents: [{ line, visitedAt }] },
    index,
    { judge, scope: () => undefined, grouping: 'host', run: 3 },
  );
  expect(found.changes).toEqual([{ kind: 'left', id: line.document.digest, url: line.url, at: visitedAt + 3 }]);
  expect(found.feedback).toEqual([expect.objectContaining({ url: line.url, record: null, verdict: 'off-topic' })]);
});

test.each([
  ['leaves if the URL rules keep it out', 'excluded' as const, 'left', 'excluded'],
  ['stays if they do not', undefined, undefined, undefined],
])('a page on topic %s', async (_, reason, change, verdict) => {
  const line = lineOf({ text: 'glass' }, { fetchedAt: 1_000 }) as StoredDocument['line'];
  const judge = compileFilters([{ terms: '1: glass=A', file: 'topic.txt', cutOff: 0 }]);
  const { score, classes } = judge(line.document);
  const record = { id: line.document.digest, url: line.url, urls: { [line.url]: 1_000 }, score, classes };
  const found = await rejudgeObject(
    'main',
    { key: 'clean/main/2026/01/01/000000-run.jsonl.zst', documents: [{ line, visitedAt: 1_000 }] },
    { get: async () => record as unknown as SearchRecord },
    { judge, judgeBefore: judge, refuse: () => reason, scope: () => undefined, grouping: 'host', run: 1 },
  );
  expect(found.changes[0]?.kind).toBe(change);
  expect(found.feedback[0]?.verdict).toBe(verdict);
  expect(found.pages[0]?.document).toBe(line.document);
});

test('a rewritten record keeps its fetch time, whatever its change is timed', async () => {
  const visitedAt = 9_000;
  const line = lineOf({ text: 'glass' }, { fetchedAt: 1_000, note: { depth: 0, class: 0, changeAt: visitedAt } });
  const judge = compileFilters([{ terms: '1: glass=A', file: 'topic.txt', cutOff: 0 }]);
  const found = await rejudgeObject(
    'main',
    {
      key: 'clean/main/2026/01/01/000000-run.jsonl.zst',
      documents: [{ line: line as StoredDocument['line'], visitedAt }],
    },
    { get: async () => undefined },
    { judge, scope: () => undefined, grouping: 'host', run: 3 },
  );
  const record = expect.objectContaining({ fetchedAt: 1_000, urls: { [line.url]: visitedAt + 3 } });
  expect(found.changes).toEqual([expect.objectContaining({ kind: 'seen', at: visitedAt + 3, record })]);
});
