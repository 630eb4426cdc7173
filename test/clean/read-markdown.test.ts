import { expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanPage } from '../../shared/clean/clean-page.ts';
import { markdownWriter } from '../../shared/clean/markdown/writer.ts';
import { readFrontMatter } from '../../shared/clean/metadata/front-matter.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { cleanOptionsOf } from '../../shared/settings/stage-options.ts';
import type { Url } from '../../shared/url/url.ts';
import { fewOrMany, longTest } from '../long-test.ts';

const OPTIONS = { ...DEFAULT_CLEAN_OPTIONS, markdown: markdownWriter };
const read = (markdown: string, type = 'text/markdown', path = 'docs/plants.md', options = OPTIONS) =>
  cleanPage(
    {
      url: `https://a.example/${path}` as Url,
      headers: [['Content-Type', type]],
      body: Buffer.from(markdown),
    },
    options,
  );

const BODY = `# The sundews

Sundews catch *insects* with [sticky drops](drops.md#wet "t"), see https://fens.example/a?b=c and setup.py.

- one
- two with \`code\`

\`\`\`js
const x = "<b>";
\`\`\`

| plant | place |
| --- | --- |
| Drosera | bog |

More is on [the other page].

[the other page]: /other
`;

test('reads headings, links, lists, code and tables of Markdown', () => {
  const document = read(BODY);
  expect(document).toMatchObject({
    title: 'The sundews',
    headings: ['The sundews'],
    mimeType: 'text/markdown',
    markdown: BODY.trim(),
    reason: null,
  });
  expect(document.text).toBe(
    [
      'The sundews',
      'Sundews catch insects with sticky drops, see https://fens.example/a?b=c and setup.py.',
      'one\ntwo with code',
      'const x = "<b>";',
      'plant\tplace\nDrosera\tbog',
      'More is on the other page.',
    ].join('\n\n'),
  );
  expect(document.links.map(({ url, anchor }) => [url, anchor])).toEqual([
    ['https://a.example/docs/drops.md', 'sticky drops'],
    ['https://fens.example/a?b=c', 'https://fens.example/a?b=c'],
    ['https://a.example/other', 'the other page'],
  ]);
});

const FRONT = `---
title: "Sundews & co: a guide | Bog"
date: 2024-05-06
lastmod: 2024-06-01T10:00:00Z
authors:
  - Ada Writer
  - name: Ben Gardener
tags: [sundew, "bog"]
description: >
  All about
  sundews
lang: en
draft: false
---
`;

test('reads the metadata in front of Markdown, which are no text', () => {
  const document = read(`${FRONT}\n${BODY}`);
  expect(document).toMatchObject({
    title: 'Sundews & co: a guide | Bog',
    author: 'Ada Writer; Ben Gardener',
    date: '2024-05-06',
    modified: '2024-06-01T10:00:00Z',
    keywords: ['sundew', 'bog'],
    description: 'All about sundews',
    headings: ['The sundews'],
    sources: { title: 'document', author: 'document', date: 'document', keywords: 'document' },
    markdown: BODY.trim(),
  });
  expect(document.text).toBe(read(BODY).text);
});

test.each([
  ['an unusual line', 'title: A\n%%unusual%%\n  indented\ntags: x\n'],
  ['a list over lines', 'tags: [ # all\n  "x",\n]\ntitle: A\n'],
  ['a list over lines at their beginning', 'tags: [\nx\n]\ntitle: A\n'],
  ['a map over lines', 'menu: {\n  main: {a: "}"},\n  title: B\n}\ntitle: A\ntags: x\n'],
  ['a bracket that does not close', 'summary: [a\ntitle: A\ntags: x\n'],
  ['names in quotes', '"title": A\n\'tags\': x\n'],
  ['names with blanks and colons', 'og:image: /a.png\ncover image: b.png\ntitle: A\ntags: x\n'],
])('reads metadata with %s', (_, yaml) => {
  const { title, metas, body } = readFrontMatter(`---\n${yaml}---\nBody`);
  expect([title, metas.find(({ name }) => name === 'keywords')?.content, body]).toEqual(['A', 'x', 'Body']);
});

test.each([
  'Note: this is my text.',
  'Note: this is my text.\nIt goes on.\nAnd: on.',
  'Title: a play\nIt was a dark night.\nNobody came.',
])('keeps sentences between rules: %s', (sentences) => {
  const markdown = `---\n${sentences}\n---\nBody`;
  expect(readFrontMatter(markdown)).toMatchObject({ title: null, metas: [], body: markdown });
});

test.each(['layout: post', 'date: 2024-05-06', 'Weather: fine\nPlace: bog'])('takes %s for metadata', (yaml) => {
  expect(readFrontMatter(`---\n${yaml}\n---\nBody`).body).toBe('Body');
});

test.each([
  ['an unclosed block', '---\ntitle: x\n\ntext'],
  ['a rule and a heading', '---\nwords only\n---\n\ntext'],
])('keeps %s as text', (_, markdown) => {
  expect(read(markdown).text).toMatch(/(?:title: x|words only)[\s\S]*text$/);
});

test.each([
  ['text/x-markdown', 'docs/plants', 'text/markdown'],
  ['text/x-web-markdown', 'docs/plants', 'text/markdown'],
  ['text/plain; charset=utf-8', 'docs/plants.md', 'text/markdown'],
  ['application/octet-stream', 'docs/README.markdown?raw=1', 'text/markdown'],
  ['', 'plants.MD', 'text/markdown'],
  ['text/plain', 'docs/plants.md.gz', 'text/markdown'],
  ['text/plain', 'docs/plants.txt', 'text/plain'],
  ['text/plain', 'docs/plants?file=a.md', 'text/plain'],
  ['text/html', 'docs/plants.md', 'text/html'],
])('a file of type "%s" at %s is read as %s', (type, path, expected) => {
  expect(read(BODY, type, path).mimeType).toBe(expected);
});

test('Markdown that begins with an element is Markdown, and a whole page is HTML', () => {
  expect(read('<p align="center">Logo</p>\n\n# Title\n\ntext')).toMatchObject({
    mimeType: 'text/markdown',
    title: 'Title',
    text: 'Logo\n\nTitle\n\ntext',
  });
  expect(read('<!DOCTYPE html><title>T</title><p>text').mimeType).toBe('text/html');
});

test('reads Markdown in its declared encoding, and marks what is longer than the limit', () => {
  const url = 'https://a.example/a.md' as Url;
  const headers: [string, string][] = [['Content-Type', 'text/markdown; charset=iso-8859-1']];
  const body = Buffer.from('# Kärrets växter\n\ntext', 'latin1');
  expect(cleanPage({ url, headers, body }, OPTIONS).title).toBe('Kärrets växter');
  const options = cleanOptionsOf(readSettings({ seeds: ['https://a.example/'], clean: { maxText: 1000 } }));
  const long = cleanPage({ url, headers, body: Buffer.from(`# T\n\n${'bog '.repeat(400)}`) }, options);
  expect(long.text.length).toBeLessThanOrEqual(1000);
  expect(long.truncated).toBe('text');
});

longTest('keeps the text after the first 300,000 characters, without its markup and links', () => {
  const line = `Drosera grows *here* in [the bog](/bog).\n\n`;
  const end = '## Last *words* & [more](/more)\n \nThe <b>end</b>';
  const { text, links, truncated } = read(`${line.repeat(10_000)}${end}`);
  const lines = text.split('\n\n');
  expect([lines[0], ...lines.slice(-3)]).toEqual([
    'Drosera grows here in the bog.',
    'Drosera grows *here* in [the bog](/bog).',
    '## Last *words* & [more](/more)',
    'The <b>end</b>',
  ]);
  expect([lines.length, lines.filter((one) => /^Drosera.*\.$/.test(one)).length]).toEqual([10_002, 10_000]);
  expect([links.map(({ url }) => url), truncated]).toEqual([['https://a.example/bog'], undefined]);
});

test.each([
  ['open links', '[a]('],
  ['emphasis', '*a '],
  ['nested quotes', '> '],
  ['nested lists', '- '],
  ['brackets', '!['],
  ['open elements', '<a '],
])('reads very many %s without an error', (_, part) => {
  expect(read(`# Title\n\n${part.repeat(fewOrMany(20_000, 200_000))}`)).toMatchObject({ reason: null, title: 'Title' });
});

test.each([
  ['a text in quotes', 'title: "A \\"b\\" # c"', 'A "b" # c'],
  ['a text in single quotes', "title: 'It''s'", "It's"],
  ['a comment', 'title: A b # c', 'A b'],
  ['a colon in a text', 'title: A: b', 'A: b'],
  ['an empty value', 'title:\nlang: en', null],
])('reads %s in the metadata', (_, yaml, title) => {
  expect(readFrontMatter(`---\r\n${yaml}\r\n---\r\nx`)).toMatchObject({ title, body: 'x' });
});

test('ignores nested fields in the metadata', () => {
  const yaml = 'layout: post\nseo:\n  title: other\n  tags: [x]\ntitle: A\ntags:\n- x\n- y: z';
  const { title, metas } = readFrontMatter(`---\n${yaml}\n---\n`);
  expect([title, metas.map(({ content }) => content)]).toEqual(['A', ['x', 'y: z']]);
});
