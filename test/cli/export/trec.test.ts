import { expect, test } from 'vitest';
import type { ExportedRecord } from '../../../cli/export/exported-record.ts';
import { trecDocument } from '../../../cli/export/trec.ts';

const RECORD = {
  id: '0123456789abcdef0123',
  title: 'Sun\x9bdew\x85leaves',
  headings: [],
  classes: [],
  language: 'en',
  date: null,
  url: 'http://bog.test/?a=1&b=2',
  text: 'one\x1b[1m\x07\ttwo\x85three\x7f\x80\x9f\n\u202efour\u200f \u2066five\u061c',
} as unknown as ExportedRecord;

test('has no control character or direction mark of a page, and keeps words apart', () => {
  const trec = trecDocument(RECORD, 'bog');
  expect(trec).toContain('<TEXT>\none[1m\ttwo three\nfour five\n</TEXT>');
  expect(trec).toContain('<TITLE>Sundew leaves</TITLE>');
  expect(trec).toContain('<URL>http://bog.test/?a=1&amp;b=2</URL>');
});

test('has the class that fits best as category, unless the page or its list names one', () => {
  const classes = [
    { class: 'politics', score: 0.9 },
    { class: 'sport', score: 0.1 },
  ];
  expect(trecDocument({ ...RECORD, classes }, 'bog')).toContain('<CATEGORY>politics</CATEGORY>');
  const fields = { category: ['World'] };
  expect(trecDocument({ ...RECORD, classes, fields }, 'bog')).toContain('<CATEGORY>World</CATEGORY>');
  expect(trecDocument(RECORD, 'bog')).toContain('<CATEGORY></CATEGORY>');
});
