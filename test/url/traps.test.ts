import { expect, test } from 'vitest';
import { calendarTrap, facetTrap } from '../../shared/url/traps.ts';
import type { Url } from '../../shared/url/url.ts';
import { compileDirectories, compileUrlWords } from '../../shared/url/url-words.ts';

const at = (path: string) => `http://h.example${path}` as Url;

test.each([
  '/calendar/2031/05',
  '/calendar/2031/5/12/',
  '/calendar/2031/5.html',
  '/events/2031-05.php',
  '/calendar/2031/5//',
  '/events/2031-05',
  '/event-calendar/month/7',
  '/kalender?monat=5&jahr=2031',
  '/index.php?year=2031&month=5',
  '/cal.php?date=2031-05-12',
  '/x?tribe-bar-date=2031-05-01&eventday=3',
  '/calendar?cal_month=may&cal_year=2031',
  '/kalender/index.php/tag/20310501',
  '/calendar-month/203105',
  '/events/2031-W20',
  '/calendar/week/2031w7.html',
  '/whats-on/2031-05-12',
  '/veranstaltungen/2031/05',
])('%s is a calendar page, and a trap far from the seeds', (path) => {
  expect([calendarTrap(at(path), 5), calendarTrap(at(path), 4)]).toEqual(['calendar', undefined]);
});

test.each(['/archive/2024/01', '/news-archive/2024-01', '/archives?year=2024&month=1'])(
  '%s is a page of an archive, at any depth in a plausible year',
  (path) => {
    expect(calendarTrap(at(path), 50)).toBe(undefined);
    expect(calendarTrap(at(path.replace('2024', '1024')), 1)).toBe('calendar');
  },
);

test.each([
  '/calendar/2100/01',
  '/calendar/1969/12',
  '/events?month=1&year=9999',
  '/cal/0000-01',
  '/calendar/2100',
  '/events/9999/12',
])('%s is a trap, because its year is implausible', (path) => {
  expect(calendarTrap(at(path), 1)).toBe('calendar');
});

test.each([
  ...['/2031/05/a-story', '/2031/05/', '/news/2031/05/12/story.html', '/events/2031/05/spring-fair', '/calendar'],
  ...[
    '/calendar/may',
    '/events/12345',
    '/event/4711',
    '/veranstaltung/1234.html',
    '/events/203113',
    '/events/20310432',
    '/events/312345',
    '/events/31234567',
    '/articles/20310501',
    '/whats-on/theatre/12345',
    '/story?id=2031',
    '/story?date=2031-05-12',
    '/x?day=monday',
    '/local/2031',
    '/recall/7',
  ],
])('%s is not a calendar page', (path) => {
  expect(calendarTrap(at(path), 50)).toBe(undefined);
});

test.each([
  '/shop?filter_color=red&filter_size=l&filter_brand=x',
  '/shop?f[]=1&f[]=2&f[]=3',
  '/shop?f%5B0%5D=a&f%5B1%5D=b&f%5B2%5D=c',
  '/shop?color=red&color=blue&color=green',
  '/shop?q=x&fq=a&fq=b&fq=c',
])('%s is a faceted list', (path) => {
  expect(facetTrap(at(path))).toBe('facets');
});

test.each([
  '/shop?filter_color=red&filter_size=l',
  '/shop?a=1&b=2&c=3&d=4',
  '/shop?color=red&color=blue',
  '/x',
  '/f/f/?f=1',
])('%s is not a faceted list', (path) => {
  expect(facetTrap(at(path))).toBe(undefined);
});

test('matches words against whole labels and segments, with more weight for academic hosts', () => {
  const score = compileUrlWords(['Botany', 'bot', '']);
  const scores = [
    'http://botany.example/',
    'http://www.example/x/BOT.html',
    'http://robots.example/botanyx',
    'http://botany.x.edu/',
    'http://botany.x.ac.uk/bot/',
  ];
  expect(scores.map((url) => score(url as Url))).toEqual([1, 1, 0, 1.5, 2.25]);
  expect(compileUrlWords([])(at('/'))).toBe(0);
});

test('matches directories at any level, but not files', () => {
  const isIn = compileDirectories(['/images/', 'CGI-bin', '']);
  expect(['/images/x', '/a/cgi-bin/b', '/images', '/imagesx/y', '/?/images/'].map((path) => isIn(at(path)))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
