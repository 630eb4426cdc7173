import { expect, test } from 'vitest';
import { parseHtml } from '../../../shared/clean/html/parse-html.ts';
import { findTitle } from '../../../shared/clean/metadata/headline.ts';
import { gatherMetadata } from '../../../shared/clean/metadata/metadata.ts';
import type { PageKind } from '../../../shared/clean/page-kind/page-kinds.ts';

function titleOf(html: string, url = 'https://docs.example/page.html', kind?: PageKind): string | undefined {
  const page = parseHtml(html, { xhtml: false, maxLinks: 100 });
  return findTitle(page, gatherMetadata(page.metas), {} as Parameters<typeof findTitle>[2], url, kind)?.value;
}

test.each([
  ['Javadoc', '<title>Moss (Bog Tools 2.1 API)</title><h2>Class Moss</h2><h3>Moss</h3>', 'Class Moss'],
  ['type parameters', '<title>Moss (Bog API)</title><h1>Interface Moss&lt;T&gt;</h1>', 'Interface Moss<T>'],
  ['ocamldoc', '<title>Q</title><h1>Module <a href=q.html>Q</a></h1>', 'Module Q'],
])('the heading of a symbol has its kind: %s', (_, html, title) => {
  expect(titleOf(html)).toBe(title);
});

test('a heading about another symbol is not the title', () => {
  expect(titleOf('<title>Moss (Bog API)</title><h2>Class Peat</h2><h2>Uses</h2>')).toBe('Moss (Bog API)');
});

test('a page of DokuWiki has the title of its first section, not its id and not the name of the wiki', () => {
  const html =
    '<title>moss:syntax [Bog Wiki]</title><h1><a href=/start>Bog Wiki</a></h1><h3>Table of Contents</h3><h1>Formatting Syntax</h1><h2>Text</h2>';
  expect(titleOf(html)).toBe('Formatting Syntax');
  const named =
    '<meta name=generator content=DokuWiki><title>install [Bog Wiki]</title><h2>Planting moss</h2><h2>Water</h2>';
  expect(titleOf(named)).toBe('Planting moss');
  expect(titleOf('<title>Moss [2024]</title><p>Moss.</p>')).toBe('Moss [2024]');
});

test('the part of a title that names the file is the title of a manual', () => {
  const title = '<title>Bog manual - moss(8)</title><pre>MOSS(8)</pre>';
  expect(titleOf(title, 'https://docs.example/moss.8.html')).toBe('moss(8)');
  expect(titleOf('<title>Bog -- peat</title><h1>peat</h1><h1>peat</h1>', 'https://docs.example/peat.html')).toBe(
    'peat',
  );
  expect(titleOf(title, 'https://docs.example/moss.8.html', 'article')).toBe('Bog manual');
});

test('a title has the signs of a path that its heading has in empty elements, and no version of the package', () => {
  const path = '<title>Bog.Moss.grow</title><h1><a href=a>Bog</a><i class=sep></i><a href=b>Moss</a><i></i>grow</h1>';
  expect(titleOf(path, undefined, 'documentation')).toBe('Bog.Moss.grow');
  const version = '<title>Moss — bog v1.2.0</title><h1><b>Moss</b> <small>(bog v1.2.0)</small></h1>';
  expect(titleOf(version, undefined, 'documentation')).toBe('Moss');
});

test('the name of a manual with its version is no part of a title', () => {
  expect(titleOf('<title>File: CHANGES — Moss 0.9.28 Documentation</title>')).toBe('File: CHANGES');
});

test('a title of Doxygen has no name of the project', () => {
  const html = '<title>Bog: Moss Class Reference</title><h2>Public Functions</h2>';
  expect(titleOf(`<meta name=generator content="Doxygen 1.9.8">${html}`)).toBe('Moss Class Reference');
  expect(titleOf(html)).toBe('Bog: Moss Class Reference');
});
