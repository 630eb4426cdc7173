import { describe, expect, test } from 'vitest';
import type { TopicFilter } from '../../../shared/classify/filters/compile-filter.ts';
import { type ClassifyFunction, classifyFromModule } from '../../../shared/classify/filters/plugin.ts';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { runBounded } from '../../../shared/convert/run-bounded.ts';
import { documentOf } from '../documents.ts';

const glass: TopicFilter = { terms: '10: glass=A', file: 'topic.txt', cutOff: 5 };
const judgeBy = (classify: ClassifyFunction) => compileFilters([{ plugin: '/crawls/mine.ts', classify }, glass]);
const page = documentOf({ text: 'glass' });

// rule · answer · verdict · reason
test.each<[string, unknown, string, string]>([
  ['a verdict', 'relevant', 'relevant', 'mine.ts: answered relevant'],
  ['a page that leads on', 'leads-on', 'leads-on', 'mine.ts: answered leads-on'],
  ['a rejection, although the next filter accepts', 'off-topic', 'off-topic', 'mine.ts: answered off-topic'],
  ['1 of Combine', 1, 'relevant', 'mine.ts: answered 1'],
  ['0 of Combine', 0, 'off-topic', 'mine.ts: answered 0'],
  ['true', true, 'relevant', 'mine.ts: answered true'],
  ['false', false, 'off-topic', 'mine.ts: answered false'],
  ['nothing: the next filter decides', undefined, 'relevant', 'topic.txt: score 10 above 5: glass (1)'],
  ['null: the next filter decides', null, 'relevant', 'topic.txt: score 10 above 5: glass (1)'],
  ['a reason', { verdict: 'off-topic', why: 'too short' }, 'off-topic', 'mine.ts: too short'],
  ['a reason without a verdict', { why: 'unsure' }, 'relevant', 'topic.txt: score 10 above 5: glass (1)'],
])('answer: %s', (_rule, answer, kind, why) => {
  expect(judgeBy(() => answer)(page)).toMatchObject({ kind, why });
});

test('passes on score, classes and terms', () => {
  const answer = {
    verdict: true,
    score: 7,
    classes: ['A', { class: 'B.1', score: 3 }],
    terms: ['x', { term: 'y', hits: 2 }],
  };
  expect(judgeBy(() => answer)(page)).toEqual({
    ...{ kind: 'relevant', score: 7, strength: 1, why: 'mine.ts: answered true' },
    classes: [
      { class: 'A', score: 1 },
      { class: 'B.1', score: 3 },
    ],
    terms: [
      { term: 'x', hits: 1 },
      { term: 'y', hits: 2 },
    ],
  });
});

describe('a plug-in that fails', () => {
  // rule · function · reason
  test.each<[string, ClassifyFunction, string]>([
    [
      'throws',
      () => {
        throw new Error('no model');
      },
      'failed: no model',
    ],
    ['returns a promise', async () => true, 'failed: returned a promise; classify must be synchronous'],
    [
      'returns an unknown verdict',
      () => 'maybe',
      'failed: returned the verdict maybe; it must be relevant, leads-on, off-topic, true, false, 1 or 0',
    ],
    [
      'returns a wrong score',
      () => ({ verdict: 1, score: 'high' }),
      'failed: returned score that is not a finite number',
    ],
    ['returns wrong classes', () => ({ verdict: 1, classes: 'A' }), 'failed: returned classes that is not a list'],
    [
      'does not end',
      () =>
        runBounded(() => {
          for (;;);
        }, 20),
      'failed: took longer than 20 ms',
    ],
  ])('%s: the next filter decides', (_rule, classify, why) => {
    const judge = judgeBy(classify);
    expect(judge(page)).toMatchObject({ kind: 'relevant', failed: true, why: expect.stringMatching(/^topic\.txt/) });
    expect(judge.explain(page).filters[0]).toEqual({ kind: 'rule', filter: 'mine.ts', accepts: false, why });
  });

  test('says so if no other filter speaks', () => {
    const judge = compileFilters([{ plugin: 'mine.ts', classify: () => 'maybe' }]);
    expect(judge(page)).toMatchObject({
      kind: 'off-topic',
      failed: true,
      why: expect.stringMatching(/^mine\.ts: failed: /),
    });
  });
});

test('gives the plug-in a copy of the document', () => {
  const judge = judgeBy((document) => {
    document.text = '';
    return null;
  });
  expect(judge(page).kind).toBe('relevant');
  expect(page.text).toBe('glass');
});

test('names a plug-in that is not loaded', () => {
  expect(() => compileFilters([{ plugin: '/crawls/mine.ts' }])).toThrow(
    /^\/crawls\/mine\.ts: the topic plug-in is not loaded/,
  );
});

test.each<[string, unknown]>([
  ['by name', { classify: () => 1 }],
  ['in its default export', { default: { classify: () => 1 } }],
  ['as its default export', { default: () => 1 }],
])('finds the function of a module %s', (_rule, module) => {
  expect(classifyFromModule('mine.ts', module)(page)).toBe(1);
});

test('rejects a module without the function', () => {
  expect(() => classifyFromModule('mine.ts', { document: () => null })).toThrow(
    'mine.ts: a topic plug-in exports a function "classify"',
  );
});
