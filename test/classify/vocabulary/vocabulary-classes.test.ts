import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { compileVocabulary, withVocabularies } from '../../../shared/classify/vocabulary/vocabulary-classes.ts';
import type { CleanDocument } from '../../../shared/clean/document.ts';
import { documentOf } from '../documents.ts';

const SUBJECTS = `\ufeff# Subjects
400\tNaturvetenskap
400.600  Matematik
400.600.1

500 U.S.  studies
600 400
700 Botany, general
`;
const PROFESSIONS = 'p1 Care\n  p2 Nurse\n    p3 Midwife\n  p4 Doctor\np5 Teaching\n';

const judge = withVocabularies(compileFilters([]), [
  compileVocabulary('subject', SUBJECTS, 'subjects.txt'),
  compileVocabulary('keywords', PROFESSIONS, 'professions.txt'),
]);
const classesOf = (fields: Partial<CleanDocument>) => judge(documentOf(fields)).classes.map((one) => one.class);
const subjects = (...subject: NonNullable<CleanDocument['fields']>[string]) => classesOf({ fields: { subject } });

test.each([
  ['a code', '400.600', ['subject.Naturvetenskap.Matematik']],
  ['a label in any case, with other white space', ' MATEMATIK\n', ['subject.Naturvetenskap.Matematik']],
  ['a term without a label', '400.600.1', ['subject.Naturvetenskap.Matematik.4006001']],
  ['a label with dots', 'U.S. studies', ['subject.US studies']],
  ['a label that is a code of another term', '400', ['subject.Naturvetenskap']],
  [
    'several terms in one value',
    '500; 400.600, 600',
    ['subject.US studies', 'subject.Naturvetenskap.Matematik', 'subject.400'],
  ],
  [
    'a label with a comma in a list',
    'Botany, general; 500, 600',
    ['subject.Botany, general', 'subject.US studies', 'subject.400'],
  ],
  ['an unknown term', '999', []],
])('finds the class of %s', (_what, value, expected) => {
  expect(subjects(value)).toEqual(expected);
});

test('finds the classes of all values once, also of numbers and parsed values', () => {
  expect(subjects(400, { text: '400.600', reason: '1 part' }, 'Naturvetenskap')).toEqual([
    'subject.Naturvetenskap',
    'subject.Naturvetenskap.Matematik',
  ]);
});

test('takes the hierarchy from the indentation, and the keywords of a page', () => {
  expect(classesOf({ keywords: ['midwife', 'p4', 'Teaching', 'other'] })).toEqual([
    'keywords.Care.Nurse.Midwife',
    'keywords.Care.Doctor',
    'keywords.Teaching',
  ]);
});

test('adds classes behind those of the topic, to relevant documents only', () => {
  const topic = compileFilters([{ terms: '10: glass=Art', file: 'topic.txt', cutOff: 5 }]);
  const both = withVocabularies(topic, [compileVocabulary('subject', SUBJECTS, 'subjects.txt')]);
  const fields = { subject: ['400'] };
  const relevant = documentOf({ text: 'glass', fields });
  const classes = [
    { class: 'Art', score: 10 },
    { class: 'subject.Naturvetenskap', score: 1 },
  ];
  expect(both(relevant)).toMatchObject({ kind: 'relevant', score: 10, classes });
  expect(both.explain(relevant).judgement.classes).toEqual(classes);
  expect(both(documentOf({ text: 'stone', fields }))).toMatchObject({ kind: 'off-topic', classes: [] });
  expect(both.focused).toBe(true);
});

test.each([
  [
    'lines that are indented with tabs and with spaces',
    'a One\n\tb Two\n  c Three\n',
    ['v.txt:3: lines are indented with tabs or with spaces, not with both'],
  ],
  ['a file without terms', '# nothing\n', ['v.txt:1: the file contains no terms']],
  [
    'codes that are not unique',
    'a A\nb B\na C\nb D\n',
    ['v.txt:3: the code a is also in line 1', 'v.txt:4: the code b is also in line 2'],
  ],
  [
    'names of classes that searches do not accept',
    `a ${'x'.repeat(150)}\na.1 ${'y'.repeat(60)}\n`,
    ['v.txt:2: the labels down to this term have more than 200 characters'],
  ],
])('refuses %s', (_what, text, lines) => {
  let found: unknown;
  try {
    compileVocabulary('subject', text, 'v.txt');
  } catch (error) {
    found = (error as { lines: string[] }).lines;
  }
  expect(found).toEqual(lines);
});
