import { expect, test } from 'vitest';
import { answerClassify } from '../../shared/classify/answer-classify.ts';
import { compileFilters } from '../../shared/classify/judge.ts';

const judge = compileFilters([{ terms: '10: glass=A.1, B', file: 'topic.txt', cutOff: 15 }]);

test('returns verdict, score, classes, terms and reason', () => {
  const question = {
    id: 7,
    url: 'http://a.example/',
    title: 'Glass',
    text: 'glass',
    headings: ['x'],
    metadata: { subject: 'glass' },
  };
  expect(answerClassify(question, judge)).toEqual({
    id: 7,
    verdict: 'relevant',
    score: 150,
    classes: [
      { class: 'A.1', score: 150 },
      { class: 'B', score: 150 },
    ],
    terms: [{ term: 'glass', hits: 3 }],
    why: expect.stringContaining('topic.txt: score 150 above 15: glass (3)'),
  });
});

test('accepts missing and null fields', () => {
  expect(answerClassify({ text: '', title: null, url: null, metadata: null }, judge)).toMatchObject({
    id: null,
    verdict: 'off-topic',
    score: 0,
    classes: [],
    terms: [],
  });
});

test.each([
  ['no text', {}, 'text is missing'],
  ['a number for a text', { text: 5 }, 'text is not a string'],
  ['a text for headings', { text: '', headings: 'x' }, 'headings is not a list'],
  ['a list for metadata', { text: '', metadata: [] }, 'metadata is not an object'],
  ['a number in metadata', { text: '', metadata: { a: 1 } }, 'metadata.a'],
])('rejects %s', (_what, question, message) => {
  expect(() => answerClassify(question, judge)).toThrow(message);
});
