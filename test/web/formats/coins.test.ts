import { expect, test } from 'vitest';
import { createApp } from '../../../web/app.ts';
import { coins } from '../../../web/formats/coins.ts';
import { aRecord, aWorld } from '../fixtures.ts';

const valuesOf = (text: string) => [...new URLSearchParams(text)];
const PAGE = {
  url: 'http://plants.example/?a=1&b=2',
  title: 'Sundews & "friends"',
  author: 'Darwin, Charles; Mary Treat',
  date: '2021-06-03T10:00:00Z',
  language: 'en',
};

test('describes a page in Dublin Core', () => {
  const about = { site: 'Bog Notes', publisher: 'Kew', licence: 'https://licences.example/by' };
  expect(valuesOf(coins({ ...PAGE, about }))).toEqual([
    ['ctx_ver', 'Z39.88-2004'],
    ['rft_val_fmt', 'info:ofi/fmt:kev:mtx:dc'],
    ['rft.type', 'webpage'],
    ['rft.title', PAGE.title],
    ['rft.source', 'Bog Notes'],
    ['rft.publisher', 'Kew'],
    ['rft.rights', 'https://licences.example/by'],
    ['rft.identifier', PAGE.url],
    ['rft.creator', 'Darwin, Charles'],
    ['rft.creator', 'Mary Treat'],
    ['rft.date', '2021-06-03'],
    ['rft.language', 'en'],
    ['rft_id', PAGE.url],
  ]);
});

test('describes a paper as an article of its journal', () => {
  const about = {
    journal: 'Bog Studies',
    volume: '12',
    issue: '3',
    pages: '101-119',
    issn: '1234-5679',
    doi: '10.5555/moss',
  };
  const values = valuesOf(coins({ ...PAGE, about }));
  expect(values.map(([name]) => name).join(' ')).toBe(
    'ctx_ver rft_val_fmt rft.genre rft.atitle rft.jtitle rft.volume rft.issue rft.spage rft.epage rft.issn rft.au rft.au rft.date rft.language rft_id rft_id',
  );
  expect(Object.fromEntries(values)).toMatchObject({ 'rft.spage': '101', 'rft.epage': '119', rft_id: PAGE.url });
  expect(values).toContainEqual(['rft_id', 'info:doi/10.5555/moss']);
});

test('leaves out what is not known', () => {
  const values = valuesOf(coins({ ...PAGE, title: '', author: null, date: null, language: 'und' }));
  expect(values.slice(2)).toEqual([
    ['rft.type', 'webpage'],
    ['rft.title', PAGE.url],
    ['rft.identifier', PAGE.url],
    ['rft_id', PAGE.url],
  ]);
});

test('addresses are whole, and left out if they are very long', () => {
  const doi = `10.5555/${'moss'.repeat(90)}`;
  const [url, tooLong] = [1_500, 3_000].map((length) => `http://plants.example/${'a'.repeat(length)}`) as [
    string,
    string,
  ];
  const idsOf = (text: string) => new URLSearchParams(text).getAll('rft_id');
  expect(idsOf(coins({ ...PAGE, url, about: { doi } }))).toEqual([`info:doi/${doi}`, url]);
  const values = new URLSearchParams(coins({ ...PAGE, url: tooLong, title: 'moss '.repeat(100), about: {} }));
  expect([values.getAll('rft_id'), values.get('rft.identifier')]).toEqual([[], null]);
  expect(values.get('rft.title')).toHaveLength(300);
  expect(new URLSearchParams(coins({ ...PAGE, url, title: '' })).get('rft.title')).toBe(url);
});

test('cuts a licence that is a text, and keeps one that is an address', () => {
  const rightsOf = (licence: string) => new URLSearchParams(coins({ ...PAGE, about: { licence } })).get('rft.rights');
  expect(rightsOf('權'.repeat(2_000))).toHaveLength(300);
  expect(rightsOf(`https://bog.test/${'x'.repeat(400)}`)).toHaveLength(417);
});

test('names up to twenty authors, and bodies as such', () => {
  const letters = Array.from('abcdefghijklmnopqrstu');
  const author = letters.map((letter) => `Ada ${letter.toUpperCase()}moss`).join('; ');
  expect(new URLSearchParams(coins({ ...PAGE, author })).getAll('rft.creator')).toHaveLength(20);
  for (const about of [{}, { journal: 'Bog Studies' }] as { journal?: string }[]) {
    const values = new URLSearchParams(
      coins({ ...PAGE, author: 'Natural History Museum; Ada Moss; Le Corbusier; Frank Rosenblatt', about }),
    );
    expect(values.getAll('rft.aucorp')).toEqual(['Natural History Museum']);
    expect(values.getAll(about.journal === undefined ? 'rft.creator' : 'rft.au')).toEqual([
      ...['Ada Moss', 'Le Corbusier', 'Frank Rosenblatt'],
    ]);
  }
});

test('the page of a record has the description in an attribute', async () => {
  const record = aRecord({ title: '"><script>' });
  const html = await (await createApp(aWorld({ records: [record] }).ports).request(`/record/${record.id}`)).text();
  const [, title = ''] = /<span class="Z3988" title="([^"]*)"><\/span>/.exec(html) ?? [];
  expect(Object.fromEntries(valuesOf(title.replaceAll('&amp;', '&')))).toMatchObject({ 'rft.title': '"><script>' });
});
