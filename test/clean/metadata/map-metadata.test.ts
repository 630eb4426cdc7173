import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS as OPTIONS } from '../../../shared/clean/clean-options.ts';
import { cleanHtml } from '../../../shared/clean/clean-page.ts';
import type { FieldRule } from '../../../shared/clean/metadata/map-metadata.ts';
import { COURSE_EVENT, parseGrammarValue } from '../../../shared/clean/metadata/value-grammar.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { cleanOptionsOf } from '../../../shared/settings/stage-options.ts';
import type { Url } from '../../../shared/url/url.ts';

/** The fields of Studera.Nu, as in a crawl.yaml. */
const FIELDS: FieldRule[] = [
  { meta: 'DC.Identifier', scheme: 'URL', field: 'linkage', type: 'url' },
  { meta: 'DC.Title', field: 'title', type: 'text' },
  { meta: 'DC.Subject', scheme: 'STUDERA', field: 'controlledTerms', type: 'text' },
  { meta: 'DC.Publisher', scheme: 'STUDERA', field: 'distributor', type: 'text' },
  { meta: 'STUDERA.identifier', field: 'originalId', type: 'text' },
  { meta: 'STUDERA.type', field: 'medium', type: 'text' },
  { meta: 'STUDERA.prerequisites', field: 'accessConstraint', type: 'text' },
  { meta: 'STUDERA.event', field: 'event', type: 'course-event' },
];
const COURSE = `<title>MATEMATIK A</title>
<meta name="DC.Identifier" scheme="URL" content="http://www.mh.example/utbildning/UtbKat/Kurs.asp?kurskod=MAAA45">
<meta name="DC.Title" content="MATEMATIK A, 5 p, Geometri och statistik" />
<meta name="DC.Subject" scheme="STUDERA" content="400.600" /><meta name="DC.Subject" scheme="LCSH" content="Geometry" />
<meta name="DC.Publisher" scheme="STUDERA" content="mh" /><meta name="STUDERA.identifier" content="mh-MAAA45" />
<meta name="STUDERA.type" content="Grundkurs" /><meta name="STUDERA.prerequisites" content="standard" />
<meta name="STUDERA.event" content="mh-70211;2001p4;flexibel;full;2280;sv;dag;" />
<meta name="STUDERA.event" content="mh-70204;2002p1;bunden;full;2280;sv;dag;" />
<meta name="STUDERA.event" content="whenever you like" /><h1>Matematik A</h1><p>En kurs.`;

const fieldsOf = (html: string, rules: FieldRule[], grammars = {}) => {
  const settings = readSettings({ seeds: ['http://a.example/'], metadata: { fields: rules, grammars } });
  return cleanHtml('http://a.example/x/' as Url, html, cleanOptionsOf(settings)).fields;
};

test('maps the metadata of a course by name and scheme and parses its events', () => {
  const event = (period: string, id: string, coursetype: string) => ({
    text: `${id};${period};${coursetype};full;2280;sv;dag`,
    parts: { eventid: id, period, coursetype, intensity: 'full', location: '2280', language: 'sv', time: 'dag' },
  });
  expect(fieldsOf(COURSE, FIELDS)).toEqual({
    linkage: ['http://www.mh.example/utbildning/UtbKat/Kurs.asp?kurskod=MAAA45'],
    title: ['MATEMATIK A, 5 p, Geometri och statistik'],
    controlledTerms: ['400.600'],
    distributor: ['mh'],
    originalId: ['mh-MAAA45'],
    medium: ['Grundkurs'],
    accessConstraint: ['standard'],
    event: [
      event('2001p4', 'mh-70211', 'flexibel'),
      event('2002p1', 'mh-70204', 'bunden'),
      { text: 'whenever you like', reason: '1 parts instead of 7' },
    ],
  });
});

test.each([
  ['list', 'bog, fen;moss', ['bog', 'fen', 'moss']],
  ['number', '7,5 hp', [7.5]],
  ['number', 'seven', []],
  ['date', '20210906', ['2021-09-06']],
  ['date', 'soon', []],
  ['url', '../y', ['http://a.example/y']],
  ['text', 'as it is', ['as it is']],
])('reads a %s from %j as %j', (type, content, values) => {
  const fields = fieldsOf(`<meta name="X.Y" content="${content}"><p>x`, [{ meta: 'x.y', field: 'f', type }]);
  expect(fields?.['f'] ?? []).toEqual(values);
});

test('a crawl may define a grammar', () => {
  const grammars = {
    place: {
      separator: '/',
      parts: [
        { name: 'lat', of: '<number>' },
        { name: 'lon', of: '<number>|unknown' },
      ],
    },
  };
  const rule = { meta: 'geo', field: 'geo', type: 'place' };
  expect(fieldsOf('<meta name=geo content="59.1/unknown"><p>x', [rule], grammars)).toEqual({
    geo: [{ text: '59.1/unknown', parts: { lat: '59.1', lon: 'unknown' } }],
  });
});

test.each([
  [{ fields: [{ meta: 'a', field: 'b', type: 'evnt' }] }, /no type or grammar evnt/],
  [{ grammars: { g: { parts: [{ name: 'a', of: '<digit>' }] } } }, /no kind <digit>/],
])('rejects the settings %j', (metadata, message) => {
  expect(() => readSettings({ seeds: ['http://a.example/'], metadata })).toThrow(message);
});

describe('an event', () => {
  test.each([
    ['mh-1;2002p6;bunden;full;2280;sv;dag', 'period: 2002p6 is not <period>'],
    ['mh-1;2002p1;sommar;full;2280;sv;dag', 'coursetype: sommar is not bunden|flexibel'],
    ['mh-1;2002p1;bunden;half;2280;sv;dag', 'intensity: half is not low|medium|high|full|flexibel'],
    ['mh-1;2002p1;bunden;full;here;sv;dag', 'location: here is not <digits>|flexibel'],
    ['mh-1;2002p1;bunden;full;2280;de;dag', 'language: de is not sv|en'],
    ['mh-1;2002p1;bunden;full;2280;sv', '6 parts instead of 7'],
  ])('%s does not match: %s', (text, reason) => {
    expect(parseGrammarValue(text, COURSE_EVENT)).toEqual({ text, reason });
  });
});

test('has no fields without rules but keeps scheme and language', () => {
  const document = cleanHtml(
    'http://a.example/' as Url,
    '<meta name="DC.Subject" scheme="LCSH" lang="en" content="Geometry"><p>x',
    OPTIONS,
  );
  expect(document.fields).toEqual({});
  expect(document.about?.qualified).toEqual([{ name: 'dc.subject', content: 'Geometry', scheme: 'LCSH', lang: 'en' }]);
});
