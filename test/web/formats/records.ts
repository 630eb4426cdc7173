import type { SearchHit } from '../../../shared/search/answer.ts';
import { createApp } from '../../../web/app.ts';
import { aHit, aWorld } from '../fixtures.ts';

/** Texts that break out of a format if they are not escaped. */
export const HOSTILE = `=HYPERLINK("http://evil.example","x"), "a"\r\nER  - \u0000\ud800]]></title><script>&amp;`;

export const HITS: SearchHit[] = [
  aHit({
    id: 'one',
    title: 'Sundews & "friends"',
    author: 'Darwin, Charles; Mary Treat',
    about: { publisher: 'Kew', site: 'Bog <Notes>' },
    abstract: 'How sundews catch flies.',
    fetchedAt: '2024-05-31T10:00:00.000Z',
  }),
  aHit({
    id: 'two',
    title: HOSTILE,
    snippet: `${HOSTILE} sundews`,
    abstract: HOSTILE,
    author: HOSTILE,
    date: '2020',
    type: 'pdf',
  }),
  aHit({ id: 'three', title: '', url: 'http://plants.example/?a=1&b=<2>', date: null, classes: [], language: 'und' }),
];

/** Requests a path of the app over these hits, at `https://search.example`. */
export const request = (path: string, init?: RequestInit, hits: SearchHit[] = HITS): Promise<Response> =>
  Promise.resolve(
    createApp(aWorld({ hits, crawls: ['garden', 'bog'] }).ports).request(`https://search.example${path}`, init),
  );
