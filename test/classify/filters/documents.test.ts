import { describe, expect, test } from 'vitest';
import type { DocumentsFilter } from '../../../shared/classify/filters/documents.ts';
import { findSectionedType, type SectionedType } from '../../../shared/classify/filters/sectioned-type.ts';
import { compileFilters } from '../../../shared/classify/judge.ts';
import type { CleanDocument } from '../../../shared/clean/document.ts';
import { documentOf } from '../documents.ts';

const pdf = (text: string, fields: Partial<CleanDocument> = {}) =>
  documentOf({ title: null, mimeType: 'application/pdf', ...fields, text });

const prose =
  'Carnivorous plants catch insects with leaves that have turned into traps, and grow on poor soils all over the world.';
const sections = (...names: string[]) => names.flatMap((name) => [name, prose]).join('\n\n');

const thesis = pdf(
  `Traps of Bladderworts\n\nA thesis submitted in partial fulfilment of the requirements for the degree of Doctor of Philosophy\n\n${sections('Contents', 'Acknowledgements', '1 Introduction', 'References')}`,
);
const paper = pdf(sections('Abstract', '1. Introduction', '2. Methods', '3. Results', 'References'));
const report = pdf(
  `Technical Report TR-2004-7\n\n${sections('1 Introduction', '2 Design', '5 Conclusions', 'References')}`,
);
const questions = ['What is a sundew?', 'Where does it grow?', 'How do I water it?', 'Does it bite?'];
const faq = documentOf({ title: 'Carnivorous plants FAQ', text: sections(...questions), headings: questions });

// rule · document · type
test.each<[string, CleanDocument, SectionedType | undefined]>([
  ['a thesis by its title page and sections', thesis, 'thesis'],
  [
    'a book with chapters, contents and references',
    pdf(sections('Contents', 'Chapter 1', 'Chapter 2', 'Chapter 3', 'Bibliography')),
    'thesis',
  ],
  [
    'a German thesis',
    pdf(`Diplomarbeit\n\n${sections('Inhaltsverzeichnis', '1 Einleitung', 'Literaturverzeichnis')}`),
    'thesis',
  ],
  [
    'a thesis by its metadata',
    pdf(sections('Abstract', 'References'), { metadata: { citation_dissertation_institution: ['Lund'] } }),
    'thesis',
  ],
  ['the word thesis in a page', documentOf({ title: 'My master thesis', text: prose }), undefined],
  ['an academic paper', paper, 'academic-paper'],
  [
    'a paper in HTML',
    documentOf({ text: prose, headings: ['Abstract', 'Introduction', 'References'] }),
    'academic-paper',
  ],
  ['a Swedish paper', pdf(sections('Sammanfattning', 'Inledning', 'Resultat', 'Referenser')), 'academic-paper'],
  ['a technical report', report, 'technical-paper'],
  [
    'a paper without an abstract, with numbered sections',
    pdf(sections('1 Introduction', '2 The Trap', '3 Results', '4 Outlook', 'References')),
    'technical-paper',
  ],
  ['an FAQ by its title', faq, 'faq'],
  ['a page of questions', documentOf({ text: sections(...questions, ...questions.map((q) => `Why: ${q}`)) }), 'faq'],
  ['a page that mentions an FAQ', documentOf({ title: 'See our FAQ', text: prose }), undefined],
  ['a letter', pdf(`Dear editor,\n\n${prose}\n\nYours sincerely`), undefined],
  [
    'section words inside a sentence',
    pdf('The abstract, the introduction and the references of a paper are short.'),
    undefined,
  ],
  ['an empty document', pdf(''), undefined],
])('type: %s', (_rule, document, type) => {
  expect(findSectionedType(document)?.type).toBe(type);
});

describe('filter', () => {
  const letter = pdf(prose);
  const page = documentOf({ text: prose });
  const verdicts = (filter: Partial<DocumentsFilter['documents']>, action: DocumentsFilter['action']) => {
    const documents = { accept: ['thesis', 'academic-paper'] as const, reject: ['faq'] as const, ...filter };
    const judge = compileFilters([
      { documents, action },
      { terms: '10: sundew=CP\n1: insects=CP', file: 't', cutOff: 15 },
    ]);
    return [thesis, paper, report, faq, letter, page].map((one) => {
      const { kind, documentAccepted } = judge(one);
      return `${kind} ${documentAccepted ?? '-'}`;
    });
  };

  test('accept: documents of these types are relevant, whatever their topic', () => {
    expect(verdicts({}, 'accept')).toEqual([
      'relevant true',
      'relevant true',
      'off-topic false',
      'off-topic false',
      'off-topic false',
      'off-topic -',
    ]);
  });

  test('require: other documents are off-topic; accepted ones and pages are judged by the next filter', () => {
    expect(verdicts({ accept: ['thesis', 'academic-paper', 'faq'], reject: [] }, 'require')).toEqual([
      'off-topic true',
      'off-topic true',
      'off-topic false',
      'relevant true',
      'off-topic false',
      'off-topic -',
    ]);
  });

  test('a type that is rejected is not accepted', () => {
    expect(verdicts({ accept: ['faq'] }, 'accept')[3]).toBe('off-topic false');
  });

  test('names the section words', () => {
    const judge = compileFilters([{ documents: { accept: ['academic-paper'], reject: [] } }]);
    expect(judge(paper).why).toBe('documents: academic-paper (abstract, references, introduction, method, results)');
    expect(judge.explain(letter).filters).toEqual([
      { kind: 'rule', filter: 'documents', accepts: false, why: 'no type of document is recognised' },
    ]);
  });
});
