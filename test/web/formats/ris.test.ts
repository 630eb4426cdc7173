import { plugins } from '@citation-js/core';
import '@citation-js/plugin-ris';
import { expect, test } from 'vitest';
import { HITS, request } from './records.ts';

type Reference = Record<string, unknown> & { title?: string; author?: unknown[] };

const referencesOf = (text: string) => plugins.input.chain(text, { generateGraph: false }) as Reference[];

test('an independent reader reads the hits', async () => {
  const answer = await request('/search?format=ris');
  expect(answer.headers.get('content-type')).toBe('application/x-research-info-systems; charset=utf-8');
  const text = await answer.text();
  const references = referencesOf(text);
  expect(references).toHaveLength(HITS.length);
  expect(references[0]).toMatchObject({
    title: 'Sundews & "friends"',
    type: 'webpage',
    author: [{ family: 'Darwin', given: 'Charles' }, { literal: 'Mary Treat' }],
    URL: 'http://plants.example/drosera',
    publisher: 'Kew',
    abstract: 'Sundews catch flies with sticky leaves.',
    keyword: 'carnivorous',
    language: 'en',
    issued: { 'date-parts': [[2021, 6, 3]] },
  });
  // The reader expects the day of the fetch in another tag for web pages; Zotero, EndNote and Mendeley read this one.
  expect(text).toContain('Y2  - 2024/05/31\r\n');
});

test('a text cannot end a reference or start a tag', async () => {
  const text = await (await request('/search?format=ris')).text();
  expect(text.match(/^ER {2}- \r$/gm)).toHaveLength(HITS.length);
  for (const line of text.split('\r\n').filter(Boolean)) expect(line).toMatch(/^[A-Z][A-Z0-9] {2}- /);
});

test('leaves out what is not known', async () => {
  const text = await (await request('/search?format=ris')).text();
  const last = text.split('ER  - ')[2]!;
  expect(last).not.toMatch(/^(TI|AU|PY|DA|LA|KW) {2}-/m);
  expect(last).toContain('UR  - http://plants.example/?a=1&b=<2>');
});
