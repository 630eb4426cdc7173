import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { classifyLines } from '../../../shared/classify/judge-lines.ts';
import { gatherLinks } from '../../../shared/classify/links/gather-links.ts';
import { documentConsequence } from '../../../shared/classify/record-changes.ts';
import type { CleanDocument, DocumentLine } from '../../../shared/clean/document.ts';
import type { Url } from '../../../shared/url/url.ts';
import { documentOf, lineOf, link } from '../documents.ts';

const MOSS = 'http://a.example/moss';
const judge = compileFilters([]);
const rules = { strategy: 'focused' as const, autoRecycleLinks: true };

/** @returns the anchor texts of each URL that the pages link to */
function gathered(documents: Partial<CleanDocument>[], keepsAnchors?: boolean) {
  const gatherer = gatherLinks(judge, { scope: () => undefined, rules: { ...rules, keepsAnchors } });
  for (const fields of documents) {
    const document = documentOf(fields);
    gatherer.addPage(document, judge(document), { depth: 0 });
  }
  return gatherer.finish().links.map(({ url, anchors }) => [url, anchors]);
}

test('collects the different anchor texts of a URL over the pages of an object', () => {
  const pages = [
    { links: [link(MOSS, 'Mosses'), link(MOSS, 'read more'), link('http://a.example/fen', '12')] },
    { url: 'http://a.example/b' as Url, links: [link(MOSS, 'mosses'), link(MOSS, 'Plants without roots')] },
  ];
  expect(gathered(pages, true)).toEqual([
    [MOSS, 'Mosses\nPlants without roots'],
    ['http://a.example/fen', undefined],
  ]);
});

test('collects those of links that an extraction rule names', () => {
  const follow = [{ url: MOSS as Url, anchor: 'Mosses', about: { name: 'Moss' } }];
  expect(gathered([{ follow }], true)).toEqual([[MOSS, 'Mosses']]);
});

test('collects none without a search index', () => {
  expect(gathered([{ links: [link(MOSS, 'Mosses')] }])).toEqual([[MOSS, undefined]]);
  expect(gathered([{ follow: [{ url: MOSS as Url, anchor: 'Mosses', about: {} }] }], false)).toEqual([
    [MOSS, undefined],
  ]);
});

test('hands the texts of a page that has moved to its new URL', () => {
  const head = { url: MOSS as Url, fetchedAt: 1, status: 301, capture: { key: 'k', offset: 0, length: 1 } };
  const note = { depth: 1, class: 3, anchors: 'Mosses' };
  const moved: DocumentLine = { ...head, note, kind: 'moved', to: 'http://b.example/' as Url, permanent: true };
  const { links } = classifyLines([moved], { judge, scope: () => undefined, grouping: 'host' });
  expect(links).toMatchObject([{ url: 'http://b.example/', anchors: 'Mosses' }]);
});

test('stores the texts with the record of the page', () => {
  const recordOf = (anchors?: string) => {
    const note = { depth: 1, class: 3, ...(anchors !== undefined && { anchors }) };
    const line = lineOf({}, { note }) as Extract<DocumentLine, { kind: 'document' }>;
    const [change] = documentConsequence(line, judge(line.document)).changes;
    return change?.kind === 'seen' ? change.record : undefined;
  };
  expect(recordOf('Mosses\nBog plants')).toMatchObject({ anchors: ['Mosses', 'Bog plants'] });
  expect(recordOf()).not.toHaveProperty('anchors');
});
