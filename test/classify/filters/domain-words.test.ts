import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import type { CleanDocument } from '../../../shared/clean/document.ts';
import { documentOf } from '../documents.ts';

const judge = compileFilters([
  { domainWords: ['Computer Science', 'algorithms?', 'deep @and learning'] },
  { terms: '10: glass=A', file: 'topic.txt', cutOff: 5 },
]);

test.each<[string, Partial<CleanDocument>, string]>([
  ['in the title', { title: 'Computer science at Lund' }, 'computer science'],
  ['in the keywords', { keywords: ['art', 'algorithm'] }, 'algorithms?'],
  ['in another meta element for keywords', { metadata: { 'dc.subject': ['Algorithms'] } }, 'algorithms?'],
  ['both parts of an @and term', { title: 'Learning', keywords: ['deep'] }, 'deep @and learning'],
])('accepts a page with a word %s', (_place, fields, term) => {
  const { kind, why, terms } = judge(documentOf(fields));
  expect({ kind, why: why.toLowerCase(), terms }).toMatchObject({
    kind: 'relevant',
    why: `domain words: ${term} in the title or the meta keywords`,
    terms: [{ hits: 1 }],
  });
});

test.each<[string, Partial<CleanDocument>]>([
  ['the text', { text: 'computer science' }],
  ['the description', { description: 'computer science', metadata: { description: ['computer science'] } }],
  ['a heading', { headings: ['computer science'] }],
  ['a part of a word', { title: 'Algorithmic' }],
  ['two keywords', { keywords: ['computer', 'science'] }],
])('leaves a page with a word only in %s to the next filter', (_place, fields) => {
  expect(judge(documentOf(fields)).kind).toBe('off-topic');
  expect(judge(documentOf({ ...fields, title: `${fields.title ?? ''} glass` })).why).toMatch(/^topic\.txt/);
});

test('says in reports what was found, or that nothing was', () => {
  const answers = (title: string) => judge.explain(documentOf({ title })).filters;
  expect(answers('Algorithms')).toEqual([
    {
      ...{ kind: 'rule', filter: 'domain words', accepts: true, verdict: 'relevant' },
      why: 'algorithms? in the title or the meta keywords',
    },
  ]);
  expect(answers('Art')[0]).toMatchObject({ accepts: false, why: 'none in the title or the meta keywords' });
});

test('a link text with a word promises much', () => {
  expect(judge.strengthOfWords('our algorithms')).toBe(1);
  expect(judge.strengthOfWords('contact')).toBe(0);
});
