import { expect, test } from 'vitest';
import { sniffMediaType } from '../../shared/clean/media-type.ts';

const cases: [rule: string, declared: string, body: string, expected: string][] = [
  ['what is said', 'Text/HTML; charset=x', 'words only', 'text/html'],
  ['plain text', 'text/plain', 'words only', 'text/plain'],
  ['a page that is said to be text', 'text/plain', '\n<!DOCTYPE HTML><p>', 'text/html'],
  ['a page of which nothing is said', '', 'words <p>and</p> tags', 'text/html'],
  ['text of which nothing is said', '', 'words only', 'text/plain'],
  ['a page that is said to be bytes', 'application/octet-stream', '<html>', 'text/html'],
  ['a page behind a byte order mark', '', '\xef\xbb\xbf <html>', 'text/html'],
  ['a page in UTF-16', '', '\xff\xfe<\0h\0t\0m\0l\0>\0', 'text/html'],
  ['a page that begins with a comment', '', '<!-- x --><p>', 'text/html'],
  ['a PDF that is said to be a page', 'text/html', '%PDF-1.7', 'application/pdf'],
  ['a picture that is said to be a page', 'text/html', '\x89PNG\r\n\x1a\n', 'image/png'],
  ['bytes that are said to be a page', 'text/html', 'ab\0\x01', 'application/octet-stream'],
  ['a page with a stray NUL', 'text/html', '<title>x</title>a\0b', 'text/html'],
  ['bytes of a kind of their own', 'application/x-tex-gf', 'ab\0\x01', 'application/x-tex-gf'],
  [
    'an office file',
    'application/vnd.oasis.opendocument.text',
    'PK\x03\x04',
    'application/vnd.oasis.opendocument.text',
  ],
  ['a zip that is said to be a page', 'text/html', 'PK\x03\x04', 'application/zip'],
  ['words that begin like a bitmap', 'text/html', 'BMW and others', 'text/html'],
  ['XHTML', 'application/xhtml+xml', '<?xml version="1.0"?><html>', 'application/xhtml+xml'],
  ['XHTML that is said to be HTML', 'text/html', '<?xml version="1.0"?><!DOCTYPE html><html>', 'text/html'],
  ['a feed', 'text/html', '<?xml version="1.0"?><rss version="2.0">', 'application/rss+xml'],
  ['an Atom feed', 'application/xml', '<feed xmlns="http://www.w3.org/2005/Atom">', 'application/atom+xml'],
  ['a style sheet', 'text/css', 'p{}', 'text/css'],
  ['JSON', 'application/json', '{"a":"<p>"}', 'application/json'],
];
test.each(cases)('%s', (_, declared, body, expected) => {
  expect(sniffMediaType(declared, Buffer.from(body, 'latin1'))).toBe(expected);
});
