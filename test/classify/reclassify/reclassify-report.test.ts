import { expect, test } from 'vitest';
import { reclassificationLines } from '../../../cli/maintain/reclassification-lines.ts';
import { documentOf } from '../../../shared/classify/answer-classify.ts';
import { compileFilters } from '../../../shared/classify/judge.ts';
import type { RejudgedPage } from '../../../shared/classify/reclassify/reclassify.ts';
import { addPages, addReport, createReport } from '../../../shared/classify/reclassify/reclassify-report.ts';
import type { Url } from '../../../shared/url/url.ts';

const judge = compileFilters([{ terms: '1: glass=A', file: 'topic.txt', cutOff: 0 }]);
const page = (url: string, before: number, score: number, classes: [before: number, now: number] = [1, 1]) => ({
  document: documentOf({ url: url as Url, text: 'glass' }),
  transition: 'rescored' as const,
  ...{ before, score },
  classesBefore: [{ class: 'A', score: classes[0] }],
  classes: [{ class: 'A', score: classes[1] }],
});
const reportOf = (...pages: RejudgedPage[]) => {
  const report = createReport();
  addPages(report, pages, judge);
  return report;
};
const shown = (...pages: RejudgedPage[]) =>
  reclassificationLines(reportOf(...pages), false)
    .filter((line) => line.startsWith('  '))
    .map((line) => line.trim());

test('shows the pages whose score changes most, and none that hardly changes', () => {
  const pages = [0.9, 0.99999, 0.3, 0.7, 0.6, 0.5, 0.8].map((score, i) => page(`http://a.example/${i}`, 1, score));
  expect(shown(...pages)).toEqual([
    'http://a.example/2: score 1 → 0.3 (cut-off 0)',
    'http://a.example/5: score 1 → 0.5 (cut-off 0)',
    'http://a.example/4: score 1 → 0.6 (cut-off 0)',
    'http://a.example/3: score 1 → 0.7 (cut-off 0)',
    'http://a.example/6: score 1 → 0.8 (cut-off 0)',
    'and 2 more',
  ]);
  expect(reclassificationLines(reportOf(pages[1]!), false)[2]).toBe('1 would stay with another score or other classes');
});

test.each([
  [1, false, '1 would stay as it is'],
  [1, true, '1 stayed as it is'],
  [2, true, '2 stayed as they are'],
])('%i unchanged page, applied %s: %s', (count, isApplied, line) => {
  const pages = Array.from({ length: count }, () => ({
    ...page('http://a.example/', 1, 1),
    transition: 'stays' as const,
  }));
  expect(reclassificationLines(reportOf(...pages), isApplied)).toContain(line);
});

test('shows the class of a page whose score stays', () => {
  expect(shown(page('http://a.example/', 1, 1, [0.8, 0.6]))).toEqual([
    'http://a.example/: score 1 (cut-off 0), class A 0.8 → 0.6',
  ]);
});

test('shows one score of a page that leaves because the cut-off has changed', () => {
  expect(shown({ ...page('http://a.example/', 60, 60), transition: 'leaves' })).toEqual([
    'http://a.example/: score 60 (cut-off 0)',
  ]);
});

test('keeps the largest changes of all parts', () => {
  const report = reportOf(...[0.9, 0.8].map((score) => page('http://a.example/early', 1, score)));
  addReport(report, reportOf(...[0.95, 0.5, 0.6, 0.7].map((score) => page('http://a.example/late', 1, score))));
  expect(report.examples.rescored.map(({ score }) => score)).toEqual([0.5, 0.6, 0.7, 0.8, 0.9]);
  expect(report.transitions.rescored).toBe(6);
});
