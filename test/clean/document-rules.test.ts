import { expect, test } from 'vitest';
import { DEFAULT_DOCUMENT_RULES, type DocumentRules, rejectionReason } from '../../shared/clean/document-rules.ts';
import { unreadExtensions } from '../../shared/settings/documents.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import type { Url } from '../../shared/url/url.ts';

/** As CINDI's File Fetcher chose. */
const CINDI: DocumentRules = {
  ...DEFAULT_DOCUMENT_RULES,
  types: ['pdf', 'ps', 'doc', 'latex', 'xml', 'rtf'],
  unwelcomeNames: ['homework', 'hw', 'assignment', 'syllabus', 'cv', 'resume', 'week', 'lecture', 'exercise'],
  minBytes: { pdf: 8_192 },
};

test.each([
  ['a document of a welcome type and a fair size is wanted', 'pdf', '/papers/bogs.pdf', 9_000, CINDI, undefined],
  ['a type that is not welcome is not', 'docx', '/bogs.docx', 9_000, CINDI, 'unwanted-type'],
  ['nor is one that nothing reads', 'ps', '/bogs.ps', 9_000, CINDI, 'unwanted-type'],
  ['a small PDF is none', 'pdf', '/bogs.pdf', 8_191, CINDI, 'too-small'],
  ['the size is asked of that format only', 'rtf', '/bogs.rtf', 10, CINDI, undefined],
  ['words are the runs of letters of a name', 'pdf', '/ada/HW3-bogs.pdf', 9_000, CINDI, 'unwelcome-name'],
  ['digits part them', 'pdf', '/ada/lecture07.pdf', 9_000, CINDI, 'unwelcome-name'],
  ['a part of a word is none', 'pdf', '/ada/discovery.pdf', 9_000, CINDI, undefined],
  ['directories and queries are no names', 'pdf', '/homework/bogs.pdf?week=3', 9_000, CINDI, undefined],
  ['nothing is unwelcome unless it is said', 'pdf', '/cv.pdf', 1, DEFAULT_DOCUMENT_RULES, undefined],
] as const)('%s', (_, format, path, bytes, rules, expected) => {
  expect(rejectionReason({ url: `http://bog.example${path}` as Url, format, bytes }, rules)).toBe(expected);
});

const unread = (documents: object) => unreadExtensions(readSettings({ seeds: ['http://bog.example/'], documents }));

test('what nothing reads is not fetched: without a program for it, PostScript is not', () => {
  expect(unread({})).toEqual(expect.arrayContaining(['ps', 'jpg', 'zip', 'exe']));
  expect(unread({})).not.toEqual(expect.arrayContaining(['pdf']));
  expect(unread({})).not.toContain('doc');
  const ps = { command: ['gs', '{in}'] };
  expect(unread({ programs: { ps } })).not.toContain('ps');
  expect(unread({ types: ['image'] })).toEqual(expect.arrayContaining(['pdf']));
  expect(unread({ types: ['image'] })).not.toContain('jpg');
});
