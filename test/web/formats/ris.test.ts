import { plugins } from '@citation-js/core';
import '@citation-js/plugin-ris';
import { expect, test } from 'vitest';
import type { SearchRequest } from '../../../shared/search/answer.ts';
import { createApp } from '../../../web/app.ts';
import { aHit, aWorld } from '../fixtures.ts';
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
    author: [
      { family: 'Darwin', given: 'Charles' },
      { family: 'Treat', given: 'Mary' },
    ],
    URL: 'http://plants.example/drosera',
    publisher: 'Kew',
    abstract: 'How sundews catch flies.',
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

test.each([
  ['Charles Darwin', 'en', 'Darwin, Charles'],
  ['Darwin, Charles', 'en', 'Darwin, Charles'],
  ['Ludwig van der Moss', 'nl', 'van der Moss, Ludwig'],
  ['Ada d’Arc', 'fr', 'd’Arc, Ada'],
  ['Ada Moss, PhD', 'en', 'Moss, Ada'],
  ['Ben Moss Jr.', 'en', 'Moss, Ben, Jr.'],
  ['Moss, Jr., Ben', 'en', 'Moss, Ben, Jr.'],
  ['Bog Institute', 'en', 'Bog Institute'],
  ['Emily Post', 'en', 'Post, Emily'],
  ['Frank H. Press', 'en', 'Press, Frank H.'],
  ['Moss and Fen', 'en', 'Moss and Fen'],
  ['bog_99', 'en', 'bog_99'],
  ['Nagy János', 'hu', 'Nagy János'],
  ['山田太郎', 'ja', '山田太郎'],
])('writes the author %s of a page in %s as %s', async (author, language, name) => {
  const text = await (await request('/search?format=ris', {}, [{ ...HITS[0]!, author, language }])).text();
  expect(text).toContain(`\r\nAU  - ${name}\r\n`);
});

test.each(['ris', 'bibtex'])('asks for abstracts in %s, and the snippet is none', async (format) => {
  const asked: SearchRequest[] = [];
  const { ports } = aWorld({ hits: [aHit()], crawls: ['garden'] });
  const search: typeof ports.search = (one) => {
    asked.push(one);
    return ports.search(one);
  };
  const answer = await createApp({ ...ports, search }).request(`/search?format=${format}`);
  expect(asked).toMatchObject([{ abstracts: true }]);
  expect(await answer.text()).not.toContain(aHit().snippet);
});
