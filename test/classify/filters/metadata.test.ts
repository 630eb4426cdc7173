import { describe, expect, test } from 'vitest';
import type { TopicFilter } from '../../../shared/classify/filters/compile-filter.ts';
import type { MetadataRule } from '../../../shared/classify/filters/metadata.ts';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { documentOf } from '../documents.ts';

const course = documentOf({
  text: 'A course on glass.',
  language: 'sv',
  metadata: { 'dc.subject': ['Glass'], 'dc.type': ['', 'Course in Arts'] },
  fields: { event: [{ location: 'Lund' }] as never },
});
const plain = documentOf({ text: 'glass' });
const glass: TopicFilter = { terms: '10: glass=A', file: 'topic.txt', cutOff: 5 };

/** The verdict on a document by one filter, and by the filter with a topic definition behind it. */
const kinds = (filter: TopicFilter, document = course) => [
  compileFilters([filter])(document).kind,
  compileFilters([filter, glass])(document).kind,
];

test.each<[string, MetadataRule, boolean]>([
  ['a field exists', { field: 'DC.Subject' }, true],
  ['a field is missing', { field: 'DC.Creator' }, false],
  ['a field with an empty value does not exist', { field: 'DC.Type', matches: '^$' }, false],
  ['one of its values matches, in any case', { field: 'dc.TYPE', matches: '^course' }, true],
  ['no value matches', { field: 'DC.Type', matches: 'course$' }, false],
  ['a wildcard covers several fields', { field: 'DC.*', matches: '^glass$' }, true],
  ['a missing field is demanded', { field: 'DC.Creator', not: true }, true],
  ['an existing field is refused', { field: 'DC.Subject', not: true }, false],
  ['no value may match', { field: 'DC.Type', matches: 'arts', not: true }, false],
  ['a missing field does not match', { field: 'DC.Creator', matches: 'x', not: true }, true],
  ['a property of the document', { field: 'language', matches: '^(sv|da)$' }, true],
  ['the media type', { field: 'type', matches: '^text/html$' }, true],
  ['a mapped field with parts', { field: 'event', matches: 'lund' }, true],
])('rule: %s', (_rule, rule, holds) => {
  expect(compileFilters([{ metadata: [rule] }])(course).kind).toBe(holds ? 'relevant' : 'off-topic');
});

describe('action and follow', () => {
  const rule = [{ field: 'DC.Subject' }];
  test.each<[string, TopicFilter, string[], string[]]>([
    ['accept', { metadata: rule }, ['relevant', 'relevant'], ['off-topic', 'relevant']],
    ['require', { metadata: rule, action: 'require' }, ['relevant', 'relevant'], ['off-topic', 'off-topic']],
    ['accept, all links', { metadata: rule, follow: 'all' }, ['relevant', 'relevant'], ['leads-on', 'leads-on']],
    [
      'require, all links',
      { metadata: rule, action: 'require', follow: 'all' },
      ['relevant', 'relevant'],
      ['leads-on', 'leads-on'],
    ],
  ])('%s', (_name, filter, met, unmet) => {
    expect(kinds(filter)).toEqual(met);
    expect(kinds(filter, plain)).toEqual(unmet);
  });

  test('a page that passes is judged by the next filters', () => {
    const filters: TopicFilter[] = [
      { metadata: rule, action: 'require' },
      { ...glass, cutOff: 1_000 },
    ];
    expect(compileFilters(filters)(course)).toMatchObject({ kind: 'off-topic', score: 50 });
  });

  test('filters that only reject accept what all of them let pass', () => {
    const filters: TopicFilter[] = [
      { metadata: rule, action: 'require' },
      { metadata: [{ field: 'language', matches: 'sv' }], action: 'require' },
    ];
    expect(compileFilters(filters)(course)).toMatchObject({
      kind: 'relevant',
      score: 1,
      why: 'metadata: language matches sv',
    });
    expect(compileFilters(filters)({ ...course, language: 'en' })).toMatchObject({
      kind: 'off-topic',
      why: 'metadata: not met: language matches sv',
    });
  });

  test('all rules must be met', () => {
    const judge = compileFilters([{ metadata: [{ field: 'DC.Subject' }, { field: 'DC.Creator' }] }]);
    expect(judge(course).kind).toBe('off-topic');
    expect(judge.explain(course).filters).toEqual([
      { kind: 'rule', filter: 'metadata', accepts: false, why: 'not met: DC.Creator exists' },
    ]);
  });
});
