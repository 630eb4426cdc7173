import { expect, test } from 'vitest';
import { DEFAULT_DOCUMENT_RULES, type DocumentRules, rejectionReason } from '../../shared/clean/document-rules.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { unreadExtensions } from '../../shared/settings/stages/document-rules.ts';
import type { Url } from '../../shared/url/url.ts';

/** The rules of CINDI's File Fetcher. */
const CINDI: DocumentRules = {
  ...DEFAULT_DOCUMENT_RULES,
  types: ['pdf', 'ps', 'doc', 'latex', 'xml', 'rtf'],
  unwelcomeNames: ['homework', 'hw', 'assignment', 'syllabus', 'cv', 'resume', 'week', 'lecture', 'exercise'],
  minBytes: { pdf: 8_192 },
};

test.each([
  ['accepts a document of an accepted type and size', 'pdf', '/papers/bogs.pdf', 9_000, CINDI, undefined],
  ['rejects a type that is not listed', 'docx', '/bogs.docx', 9_000, CINDI, 'unwanted-type'],
  ['rejects a type that no converter reads', 'ps', '/bogs.ps', 9_000, CINDI, 'unwanted-type'],
  ['rejects a PDF below the minimum size', 'pdf', '/bogs.pdf', 8_191, CINDI, 'too-small'],
  ['applies the minimum size to its format only', 'rtf', '/bogs.rtf', 10, CINDI, undefined],
  ['matches runs of letters in a file name', 'pdf', '/ada/HW3-bogs.pdf', 9_000, CINDI, 'unwelcome-name'],
  ['separates words at digits', 'pdf', '/ada/lecture07.pdf', 9_000, CINDI, 'unwelcome-name'],
  ['does not match a part of a word', 'pdf', '/ada/discovery.pdf', 9_000, CINDI, undefined],
  ['ignores directories and queries', 'pdf', '/homework/bogs.pdf?week=3', 9_000, CINDI, undefined],
  ['accepts any name by default', 'pdf', '/cv.pdf', 1, DEFAULT_DOCUMENT_RULES, undefined],
] as const)('%s', (_, format, path, bytes, rules, expected) => {
  expect(rejectionReason({ url: `http://bog.example${path}` as Url, format, bytes }, rules)).toBe(expected);
});

const unread = (documents: object) => unreadExtensions(readSettings({ seeds: ['http://bog.example/'], documents }));

test('does not fetch formats that nothing reads, such as PostScript without a program', () => {
  expect(unread({})).toEqual(expect.arrayContaining(['ps', 'jpg', 'zip', 'exe']));
  expect(unread({})).not.toEqual(expect.arrayContaining(['pdf']));
  expect(unread({})).not.toContain('doc');
  const ps = { command: ['gs', '{in}'] };
  expect(unread({ programs: { ps } })).not.toContain('ps');
  expect(unread({ types: ['image'] })).toEqual(expect.arrayContaining(['pdf']));
  expect(unread({ types: ['image'] })).not.toContain('jpg');
});
