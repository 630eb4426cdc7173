/** Crawler traps: hosts with endless URLs, each with some good pages and a budget for the rest. */

import { seeded } from '../../demo/seeded.ts';
import { html, type NastyHost, page, redirect } from './nasty-web.ts';

/** Limits of the crawl. */
export const LIMITS = { maxPagesPerHost: 100, maxPagesPerTemplate: 24 };

const GOOD_PAGES = 8;
const numbered = (directory: string) => Array.from({ length: GOOD_PAGES }, (_, i) => `${directory}${i}.html`);

/** Every link contains a new session id. */
function sessions(
  name: string,
  into: (path: string, session: string) => string,
  plain: (path: string) => string,
): NastyHost {
  const paths = ['/', ...numbered('/article-')];
  const random = seeded(name);
  const session = () =>
    random().toString(16).slice(2, 14).padEnd(12, '0') + random().toString(16).slice(2, 14).padEnd(12, '0');
  return {
    name,
    good: paths,
    budget: paths.length,
    answer: (requested) => {
      const path = plain(requested);
      if (!paths.includes(path)) return undefined;
      return page(
        `${name} ${path}`,
        paths.map((other) => into(other, session())),
      );
    },
  };
}

const sessionHosts: NastyHost[] = [
  sessions(
    'query-session.test',
    (path, id) => `${path}?PHPSESSID=${id}`,
    (requested) => requested.replace(/\?.*/, ''),
  ),
  sessions(
    'path-session.test',
    (path, id) => `${path};jsessionid=${id}`,
    (requested) => requested.replace(/;.*/, ''),
  ),
  sessions(
    'asp-session.test',
    (path, id) => `/(S(${id}))${path}`,
    (requested) => requested.replace(/^\/\(S\([^)]*\)\)/, ''),
  ),
  sessions(
    'tracked.test',
    (path, id) => `${path}?utm_source=${id}&gclid=${id}#${id}`,
    (requested) => requested.replace(/\?.*/, ''),
  ),
];

/** An endless calendar: each month links to the next and the previous one. Events are good pages. */
const calendar: NastyHost = {
  name: 'calendar.test',
  good: ['/', '/calendar/2026/5', ...numbered('/event/')],
  budget: 40,
  answer: (path) => {
    if (path === '/') return page('Society', ['/calendar/2026/5', ...numbered('/event/')]);
    if (numbered('/event/').includes(path)) return page(`Event ${path}`, ['/calendar/2026/5']);
    const [, year, month] = /^\/calendar\/(-?\d+)\/(\d+)$/.exec(path) ?? [];
    if (month === undefined) return undefined;
    const at = Number(year) * 12 + Number(month) - 1;
    return page(
      `Month ${path}`,
      [at + 1, at - 1, at + 12].map((n) => `/calendar/${Math.floor(n / 12)}/${(n % 12) + 1}`),
    );
  },
};

/** The same without a telltale word in the URL. */
const days: NastyHost = {
  name: 'days.test',
  good: ['/', ...numbered('/note-')],
  budget: LIMITS.maxPagesPerTemplate + GOOD_PAGES + 2,
  answer: (path) => {
    if (path === '/') return page('Days', ['/on/20260501', ...numbered('/note-')]);
    if (numbered('/note-').includes(path)) return page(`Note ${path}`);
    const day = /^\/on\/(\d{1,12})$/.exec(path)?.[1];
    return day === undefined ? undefined : page(`Day ${day}`, [`/on/${Number(day) + 1}`, `/on/${Number(day) - 1}`]);
  },
};

const FACETS = { color: ['red', 'green', 'blue'], size: ['s', 'm', 'l'], sort: ['up', 'down'], brand: ['a', 'b'] };

/** Faceted navigation: a list with filters in any combination. */
const facets: NastyHost = {
  name: 'facets.test',
  good: ['/', '/list', ...numbered('/product/')],
  // One filter: a template each. Two: a third of the budget for each pair. More: a tenth.
  budget:
    GOOD_PAGES +
    2 +
    3 +
    3 +
    2 +
    2 +
    6 * Math.ceil(LIMITS.maxPagesPerTemplate / 3) +
    5 * Math.ceil(LIMITS.maxPagesPerTemplate / 10),
  answer: (path) => {
    if (path === '/') return page('Shop', ['/list', ...numbered('/product/')]);
    if (numbered('/product/').includes(path)) return page(`Product ${path}`, ['/list']);
    if (!path.startsWith('/list')) return undefined;
    const query = new URLSearchParams(path.split('?')[1] ?? '');
    const next = Object.entries(FACETS).flatMap(([name, values]) =>
      values.map((value) => {
        const more = new URLSearchParams(query);
        more.set(name, value);
        return `/list?${more}`;
      }),
    );
    return page(`List ${path}`, next);
  },
};

/** Relative links that add a directory each time. */
const loops: NastyHost = {
  name: 'loops.test',
  good: ['/', ...numbered('/leaf-')],
  budget: LIMITS.maxPagesPerHost,
  answer: (path) => {
    if (path === '/') return page('Loops', ['round/', 'left/', ...numbered('/leaf-')]);
    if (numbered('/leaf-').includes(path)) return page(`Leaf ${path}`);
    if (/^\/(?:(?:round|left|right)\/)+$/.test(path)) return page(`Round ${path}`, ['left/', 'right/', 'round/']);
    return undefined;
  },
};

/** Soft 404: every URL answers "not found" with status 200 and links to more such URLs. */
const softNotFound: NastyHost = {
  name: 'soft404.test',
  good: ['/', ...numbered('/real-')],
  budget: LIMITS.maxPagesPerHost,
  answer: (path) => {
    if (path === '/') return page('Real pages', [...numbered('/real-'), '/missing']);
    if (numbered('/real-').includes(path)) return page(`Real ${path}`);
    const random = seeded(path);
    const word = () =>
      random()
        .toString(36)
        .replace(/[^a-z]/g, '')
        .slice(0, 7);
    return html(
      `<title>Not found</title><p>The page was not found. Try one of these. <a href="/${word()}x">this</a> <a href="/${word()}y">that</a>`,
    );
  },
};

/** An endless chain of redirects to new URLs. */
const fleeing: NastyHost = {
  name: 'fleeing.test',
  good: ['/'],
  budget: 20,
  answer: (path) => (path === '/' ? page('Fleeing', ['/run']) : redirect(`${path}n`)),
};

export const trapHosts = (): NastyHost[] => [...sessionHosts, calendar, days, facets, loops, softNotFound, fleeing];
