import { expect, test } from 'vitest';
import { personNameOf } from '../../../web/formats/author-name.ts';
import { isBodyName } from '../../../web/formats/body-name.ts';

test.each([
  ...['Natural History Museum', 'British Library', 'World Health Organization', 'European Commission'],
  ...['Wikipedia Contributors', 'Bog Research', 'Kew Gardens', 'United Nations', 'The Guardian', 'Washington Post'],
  ...['Deutsche Nationalbibliothek', 'Technische Hochschule Köln', 'Deutscher Wetterdienst', 'Bog Bund', 'Der Spiegel'],
  ...['Göteborgs Universitet', 'Malmö Stad', 'Uppsala Kommun', 'Svenska Dagbladet', 'Dagens Nyheter', 'Volvo AB'],
  ...['Bibliothèque Nationale', 'Université de Lyon', 'Ville de Paris', 'Le Monde', 'L’Humanité', 'Les Échos'],
])('%s is a body', (name) => {
  expect(isBodyName(name)).toBe(true);
  expect(personNameOf(name)).toBeUndefined();
});

test.each([
  ...[
    'Emily Post',
    'E. Post',
    'Post, Gesine',
    'Frank Press',
    'Press, Frank',
    'Hans Bund',
    'Gretchen Daily',
    'Ole Stad',
  ],
  ...[
    'Anne-Marie Schule',
    'Margaret Court',
    'Isaac Deutscher',
    'Deutscher, Isaac',
    'Ville Moss',
    'Paul Archer',
    'Jim Banks',
  ],
  ...['Le Clézio, J. M. G.', 'Jean de La Fontaine', 'Ludwig van der Moss', 'Emma Kirchner', 'Ben Cole', 'Moss, Ada AB'],
])('%s is a person', (name) => expect(personNameOf(name)).toBeDefined());
