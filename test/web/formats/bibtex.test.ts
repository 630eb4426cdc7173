import { expect, test } from 'vitest';
import { HITS, request } from './records.ts';

test('search results are entries that link to the page and to its cached copy', async () => {
  const hits = [{ ...HITS[0]!, author: 'Charles Darwin; Mary Treat' }, ...HITS.slice(1)];
  const answer = await request('/search?format=bibtex', {}, hits);
  expect(answer.headers.get('content-type')).toBe('application/x-bibtex; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="search.bib"');
  const entries = (await answer.text()).split(/\n\n(?=@|$)/);
  expect(entries).toHaveLength(HITS.length + 1);
  expect(entries[0]).toBe(`@misc{darwin2021-one,
  author = {Charles Darwin and Mary Treat},
  title = {{Sundews \\& "friends"}},
  year = {2021},
  publisher = {Kew},
  url = {http://plants.example/drosera},
  urldate = {2024-05-31},
  note = {Cached copy: \\url{https://search.example/cached/one?crawl=garden}},
  language = {en},
  keywords = {carnivorous},
  abstract = {How sundews catch flies.},
  month = jun,
}`);
  expect(entries[2]).toContain('  title = {{http://plants.example/?a=1\\&b=<2>}},\n');
});

test('a text cannot end an entry', async () => {
  const evil = '}{\\ }}}\n\n@misc{evil,{{';
  const hostile = {
    ...{ ...HITS[0]!, title: evil, author: `${evil}; Ada Moss ${evil}`, url: 'http://plants.example/}{\\' },
    ...{ abstract: evil, classes: [{ class: evil, score: 1 }] },
    about: Object.fromEntries(['doi', 'journal', 'volume', 'issue', 'pages', 'publisher'].map((key) => [key, evil])),
  };
  const hits = [hostile, ...HITS.slice(1)];
  const text = await (await request('/search?format=bibtex', {}, hits)).text();
  const entries = text.split(/(?<=^\}\n)\n/m).filter((entry) => entry !== '');
  expect(entries).toHaveLength(hits.length);
  for (const entry of entries) {
    expect(entry).toMatch(/^@(?:misc|article)\{[^{}\\]+,\n/);
    let depth = 0;
    // BibTeX counts a brace even after a backslash. Only the last one ends the entry.
    const depths = Array.from(entry.trimEnd(), (sign) => (depth += sign === '{' ? 1 : sign === '}' ? -1 : 0));
    expect(depths.indexOf(0, entry.indexOf('{'))).toBe(depths.length - 1);
  }
  for (const name of ['doi', 'url'])
    expect(entries[0]).toMatch(new RegExp(`^  ${name} = \\{[^{}\\\\\n]*%7D%7B%5C[^{}\\\\\n]*\\},$`, 'm'));
  expect(entries[0]).toMatch(/^ {2}journal = \{\\textbraceright\{\}\\textbraceleft\{\}\\textbackslash\{\} /m);
});

test.each([
  ['Charles Darwin', 'Charles Darwin', 'darwin'],
  ['Darwin, Charles', 'Darwin, Charles', 'darwin'],
  ['van Beethoven, Ludwig', 'van Beethoven, Ludwig', 'beethoven'],
  ['García Márquez, Gabriel', 'García Márquez, Gabriel', 'garciamarquez'],
  ['Moss, A. B.', 'Moss, A. B.', 'moss'],
  ['Ben Moss Jr.', 'Moss, Jr., Ben', 'moss'],
  ['Ben Moss, Jr.', 'Moss, Jr., Ben', 'moss'],
  ['Moss, Ben, Jr.', 'Moss, Jr., Ben', 'moss'],
  ['Moss, Ben Jr.', 'Moss, Jr., Ben', 'moss'],
  ['Moss, Jr., Ben', 'Moss, Jr., Ben', 'moss'],
  ['Ada Moss III', 'Moss, III, Ada', 'moss'],
  ['Ada Moss, PhD', 'Ada Moss', 'moss'],
  ['Ada Moss, Ben Fen', '{Ada Moss, Ben Fen}', 'fen'],
  ['Bog Research, Inc', '{Bog Research, Inc}', 'inc'],
  ['Bog Institute', '{Bog Institute}', 'institute'],
  ['Natural History Museum', '{Natural History Museum}', 'museum'],
  ['The Guardian', '{The Guardian}', 'guardian'],
  ['Emily Post', 'Emily Post', 'post'],
  ['Post, Gesine', 'Post, Gesine', 'post'],
  ['Moss and Fen', '{Moss and Fen}', 'fen'],
  ['bog_99', '{bog\\_99}', 'bog'],
  ['山田太郎', '{山田太郎}', 'page'],
])('writes the author %s as %s, with %s in the key', async (author, name, key) => {
  const text = await (await request('/search?format=bibtex', {}, [{ ...HITS[0]!, author }])).text();
  expect(text).toContain(`\n  author = {${name}},\n`);
  expect(text).toMatch(new RegExp(`^@misc\\{${key}2021-one,`));
});
