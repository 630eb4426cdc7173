import { expect, test } from 'vitest';
import { licenceOf, licenceValues, parseLicence } from '../../shared/index/licence-names.ts';

test.each<[declared: string, values: string[]]>([
  ['https://creativecommons.org/licenses/by/4.0/', ['cc-by', 'cc-by-4.0', 'any']],
  [
    'http://creativecommons.org/licenses/by-nc-sa/3.0/de/deed.en',
    ['cc-by-nc-sa', 'cc-by-nc-sa-3.0', 'cc-by-nc-sa-3.0-de', 'any'],
  ],
  ['//creativecommons.org/licenses/by/3.0/igo/legalcode', ['cc-by', 'cc-by-3.0', 'cc-by-3.0-igo', 'any']],
  ['https://creativecommons.org/licenses/by-nd-nc/1.0/', ['cc-by-nc-nd', 'cc-by-nc-nd-1.0', 'any']],
  ['https://creativecommons.org/licenses/by/4.0/legalcode', ['cc-by', 'cc-by-4.0', 'any']],
  ['https://creativecommons.org/licenses/by-sa', ['cc-by-sa', 'any']],
  ['https://creativecommons.org/publicdomain/zero/1.0/', ['cc0', 'cc0-1.0', 'any']],
  ['https://creativecommons.org/publicdomain/mark/1.0/deed.de', ['cc-pdm', 'cc-pdm-1.0', 'any']],
  ['https://opendatacommons.org/licenses/by/1-0/', ['odc-by', 'odc-by-1.0', 'any']],
  ['http://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/', ['ogl-uk', 'ogl-uk-3.0', 'any']],
  ['https://www.govdata.de/dl-de/by-2-0', ['dl-de-by', 'dl-de-by-2.0', 'any']],
  ['https://www.gnu.org/licenses/old-licenses/gpl-2.0.html', ['gpl', 'gpl-2.0', 'any']],
  ['http://www.gnu.org/copyleft/fdl.html', ['gfdl', 'any']],
  ['https://www.apache.org/licenses/LICENSE-2.0', ['apache', 'apache-2.0', 'any']],
  ['https://opensource.org/license/mit', ['mit', 'any']],
  ['https://spdx.org/licenses/CC-BY-SA-4.0.html', ['cc-by-sa', 'cc-by-sa-4.0', 'any']],
  ['CC BY 4.0', ['cc-by', 'cc-by-4.0', 'any']],
  ['CC0 1.0 Universal', ['cc0', 'cc0-1.0', 'any']],
  ['GPL-3.0-or-later', ['gpl', 'gpl-3.0', 'any']],
  ['\u00a9 2020 Ada Moss, CC BY-NC/SA 4.0. See the imprint.', ['cc-by-nc-sa', 'cc-by-nc-sa-4.0', 'any']],
  ['Creative Commons Attribution 4.0 International License', ['cc-by', 'cc-by-4.0', 'any']],
  [
    'This work is licensed under a Creative Commons Attribution-NonCommercial-NoDerivatives 4.0 License.',
    ['cc-by-nc-nd', 'cc-by-nc-nd-4.0', 'any'],
  ],
  ['Text: cc by 4.0, Ada Moss', ['cc-by', 'cc-by-4.0', 'any']],
  ['Licence CC BY unless noted otherwise', ['cc-by', 'any']],
  ['Creative Commons Attribution, Share Alike', ['cc-by-sa', 'any']],
  // Without a name.
  ['https://www.Example.org/Terms/?v=2#use', ['example.org/Terms?v=2']],
  ['http://example.org', ['example.org/']],
  ['https://creativecommons.org/licenses/sampling+/1.0/', ['creativecommons.org/licenses/sampling+/1.0']],
  ['https://creativecommons.org/licenses/by-nc-xx/4.0/', ['creativecommons.org/licenses/by-nc-xx/4.0']],
  ['https://example.org/cc-by-4.0', ['example.org/cc-by-4.0']],
  // No licence.
  ['\u00a9 2024 Ada Moss. All rights reserved.', []],
  ['Abdruck mit Quellenangabe', []],
  ['CC BY-SA-ND', []],
  ['Photo: CC by Ada Moss', []],
  ['cc-bypass', []],
  ['', []],
  [`https://example.org/${'x'.repeat(200)}`, []],
])('%s has the values %j', (declared, values) => {
  expect(licenceValues(declared)).toEqual(values);
});

test('a page that declares nothing has no licence', () => {
  expect([licenceValues(undefined), licenceOf(undefined)]).toEqual([[], undefined]);
});

test.each<[given: string, value: string | undefined]>([
  ['CC-BY', 'cc-by'],
  ['cc by sa 4.0', 'cc-by-sa-4.0'],
  ['ccby', 'cc-by'],
  ['cc-by-4', 'cc-by-4.0'],
  ['cc0', 'cc0'],
  ['Any', 'any'],
  ['creativecommons.org/licenses/by/4.0/', 'cc-by-4.0'],
  ['https://www.example.org/Terms/', 'example.org/Terms'],
  ['example.org/Terms', 'example.org/Terms'],
  ['cc', undefined],
  ['cc-by-xx', undefined],
  ['open', undefined],
  ['all rights reserved', undefined],
])('the filter reads %j as %j', (given, value) => {
  expect(parseLicence(given)).toBe(value);
});

test('a filter finds the records of its own values', () => {
  for (const declared of [
    'http://creativecommons.org/licenses/by/3.0/de/',
    'CC0',
    'https://example.org//',
    'http://www.www.example.org/a//?b#c',
    'https://b\u00fccher.example/a%20b',
  ])
    for (const value of licenceValues(declared)) expect(parseLicence(value)).toBe(value);
});
