import { expect, test } from 'vitest';
import { compileCategories } from '../../shared/seeds/categories.ts';
import { odpReader, structureReader, wantedCategories } from '../../shared/seeds/odp.ts';
import { readAll } from './read-all.ts';

const CONTENT = `<?xml version="1.0" encoding="UTF-8"?>
<RDF xmlns:r="http://www.w3.org/TR/RDF/" xmlns:d="http://purl.org/dc/elements/1.0/" xmlns="http://dmoz.org/rdf/">
<!-- generated -->
<Topic r:id="Top/Science/Biology/Bogs">
  <catid>5</catid>
  <link r:resource="http://sundew.example/?a=1&amp;b=2"/>
  <link1 r:resource="http://sphagnum.example/"/>
  <link r:resource="http://untold.example/"/>
</Topic>
<ExternalPage about="http://sundew.example/?a=1&amp;b=2">
  <d:Title>Sundews &amp; friends</d:Title>
  <d:Description>All of   them, å too.</d:Description>
  <topic>Top/Science/Biology/Bogs</topic>
</ExternalPage>
<ExternalPage about="http://sphagnum.example/"><d:Title>Moss</d:Title><topic>Top/Science/Biology/Bogs</topic></ExternalPage>
<Topic r:id="Top/Arts/Movies"><link r:resource="http://film.example/"/></Topic>
<ExternalPage about="http://film.example/"><d:Title>Film</d:Title><topic>Top/Arts/Movies</topic></ExternalPage>
</RDF>`;

const bogs = compileCategories(['Top/Science']);
const category = 'Top/Science/Biology/Bogs';

test.each([1, 7, 65_536])(
  'reads entries of the chosen categories as seeds, with title and description (chunks of %i)',
  (piece) => {
    const { seeds, faults } = readAll((sink) => odpReader(bogs, sink), CONTENT, piece);
    expect(faults).toEqual([]);
    expect(seeds).toEqual([
      {
        url: 'http://sundew.example/?a=1&b=2',
        about: { title: 'Sundews & friends', category, description: 'All of them, å too.' },
        at: 1,
      },
      { url: 'http://sphagnum.example/', about: { title: 'Moss', category }, at: 2 },
      { url: 'http://untold.example/', about: { category }, at: 3 },
    ]);
  },
);

test('reads each URL of a dump without descriptions once', () => {
  const text = `<RDF><Topic r:id="Top/A"><link r:resource="http://a.example/"/><link r:resource="http://b.example/"/></Topic></RDF>`;
  const { seeds } = readAll((sink) => odpReader(compileCategories([]), sink), text);
  expect(seeds.map(({ url }) => url)).toEqual(['http://a.example/', 'http://b.example/']);
});

test('loses only the damaged entry', () => {
  const broken = CONTENT.replace('</ExternalPage>', '').replace('&amp; friends', '& friends \u0000');
  expect(readAll((sink) => odpReader(bogs, sink), broken).seeds.map(({ url }) => url)).toContain(
    'http://sphagnum.example/',
  );
});

test('reports a dump that is cut off, and reads the entries before', () => {
  const cut = CONTENT.slice(0, CONTENT.indexOf('<d:Title>Moss') + 11);
  const { seeds, faults } = readAll((sink) => odpReader(bogs, sink), cut);
  expect(seeds.map(({ url }) => url)).toContain('http://sundew.example/?a=1&b=2');
  expect(faults).toEqual([expect.stringMatching(/^\d: the dump ends before <\/RDF>, so it is cut off$/)]);
});

test.each<[pattern: string, category: string, isChosen: boolean]>([
  ['Top/Science/Biology', 'Top/Science/Biology', true],
  ['Top/Science/Biology', 'Top/Science/Biology/Flora/Sundews', true],
  ['Top/Science/Biology/*', 'Top/Science/Biology/Flora', true],
  ['Top/Science/Biology/*', 'Top/Science/Biology', true],
  ['Top/Science/Biology', 'Top/Science/Biology_and_More', false],
  ['Top/Science/Biology', 'Top/Science', false],
  ['Top/*/Biology', 'Top/Science/Biology/X', true],
  ['Top/*/Biology', 'Top/Science/Y/Biology', false],
  ['Top/**/Biology', 'Top/Science/Y/Biology/X', true],
  ['Top/**/Biology', 'Top/Biology', true],
  ['**/Computer_*', 'Top/World/Deutsch/computer_science', true],
  ['top/computers/computer science', 'Top/Computers/Computer_Science/AI', true],
  ['Top/Comp*s', 'Top/Computers', true],
  ['Top/Comp*s', 'Top/Computer', false],
])('%s matches %s: %s', (pattern, category, isChosen) => expect(compileCategories([pattern])(category)).toBe(isChosen));

test('finds subcategories in the structure, also elsewhere in the tree', () => {
  const structure = `<RDF><Topic r:id="Top/Science/Bogs"><d:Title>Bogs</d:Title><narrow r:resource="Top/Science/Bogs/Moss"/>
    <symbolic1 r:resource="Peat:Top/Business/Peat"/><related r:resource="Top/Arts"/></Topic>
    <Topic r:id="Top/Business/Peat"><narrow2 r:resource="Top/Shopping/Peat"/></Topic>
    <Topic r:id="Top/Arts"><narrow r:resource="Top/Arts/Film"/></Topic></RDF>`;
  const { isWanted, add } = wantedCategories(['Top/Science/Bogs']);
  const found: string[] = [];
  readAll(() => structureReader(isWanted, (category) => void (add(category) && found.push(category))), structure);
  expect(found).toEqual(['Top/Business/Peat', 'Top/Shopping/Peat']);
  expect([isWanted('Top/Shopping/Peat'), isWanted('Top/Arts/Film')]).toEqual([true, false]);
});
