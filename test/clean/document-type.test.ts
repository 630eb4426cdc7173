import { expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../shared/clean/document-formats.ts';
import { DOCUMENT_TYPES, documentTypeOf, mediaTypeOf, parseDocumentType } from '../../shared/clean/document-type.ts';
import { PAGE_READERS } from '../../shared/clean/page-readers.ts';

test.each([
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/plain', 'text'],
  ['application/postscript', 'ps'],
  ['application/epub+zip', 'epub'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.template', 'docx'],
  ['application/msword', 'doc'],
  ['image/png', 'image'],
  ['application/x-tex', 'latex'],
  ['application/ld+json', 'json'],
  ['application/x-set-by-a-plugin', 'text'],
])('the type of %s is %s', (mimeType, type) => expect(documentTypeOf(mimeType)).toBe(type));

test('every media type that is read without a converter, and every format, has a type of its own', () => {
  for (const mimeType of PAGE_READERS.keys()) expect(parseDocumentType(mimeType), mimeType).toBeDefined();
  for (const format of FORMAT_NAMES) expect(DOCUMENT_TYPES).toContain(format);
  expect(new Set(DOCUMENT_TYPES).size).toBe(DOCUMENT_TYPES.length);
});

test.each([
  ['html', 'html'],
  [' PDF', 'pdf'],
  ['text/html', 'html'],
  ['Application/XHTML+xml', 'html'],
  ['application/pdf', 'pdf'],
  ['web page', undefined],
  ['text/html; charset=utf-8', undefined],
  ['', undefined],
])('reads %j as %j', (text, type) => expect(parseDocumentType(text)).toBe(type));

test('a type has a media type of its own', () => {
  const types = DOCUMENT_TYPES.map((type) => mediaTypeOf(type));
  expect(types.map((type) => documentTypeOf(type))).toEqual(DOCUMENT_TYPES);
});
