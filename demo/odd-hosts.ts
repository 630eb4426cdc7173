import { english } from './english.ts';
import { pdf, png } from './files.ts';
import { hub } from './hub.ts';
import { lettersHost } from './letters.ts';
import { odd, shortPage } from './odd-pages.ts';
import type { Expected, Host, Special } from './page.ts';
import { townHall } from './town-hall.ts';

/** Hosts with faults. Each fault has its own host, so that a back-off delays nothing else. */
export const ODD_HOSTS: Host[] = [
  { name: 'links.test', title: 'Links', layout: 'table', language: 'en', articles: [hub()] },
  {
    name: 'pitcher-mirror.test',
    title: 'Mirror',
    layout: 'table',
    language: 'en',
    articles: [],
    mirrorOf: 'pitcher-plants.test',
  },
  odd('reset.test', 'A forum on sundews', ['[[/thread-1.html|the last thread]], on which the server hangs up'], {
    specials: [failing('/thread-1.html', 200, { outcome: 'failed', reason: 'connect' }, { manner: 'reset' })],
  }),
  odd('cut.test', 'Unfinished letters', ['[[/letter.html|a letter]] that ends in the middle'], {
    specials: [
      failing(
        '/letter.html',
        200,
        { outcome: 'failed', reason: 'truncated' },
        {
          manner: 'cut',
          body: Buffer.from(
            `<html><head><title>Letter</title></head><body><p>${english.home.join(' ')}</p><p>And then`,
          ),
        },
      ),
    ],
  }),
  odd('busy.test', 'A page too well liked', ['[[/popular.html|the popular page]]', '[[/quiet.html|a quiet page]]'], {
    more: [shortPage('/quiet.html', 'A quiet page on butterworts', english.trap.pinguicula)],
    specials: [
      failing('/popular.html', 503, { outcome: 'failed', reason: 'server-error' }, { headers: { 'retry-after': '2' } }),
    ],
  }),
  odd(
    'broken.test',
    'A site in ruins',
    [
      '[[/missing.html|a page that is missing]]',
      '[[/gone.html|one that is gone for good]]',
      '[[/error.html|one that breaks its server]]',
      '[[/forbidden.html|one that is for members]]',
      '[[/empty.html|one with nothing on it]]',
      '[[/standing.html|one that still stands]]',
    ],
    {
      more: [shortPage('/standing.html', 'What still stands: bladderworts', english.trap.utricularia)],
      specials: [
        failing('/missing.html', 404, { outcome: 'gone', reason: 'not-found' }),
        failing('/gone.html', 410, { outcome: 'gone', reason: 'gone' }),
        failing('/error.html', 500, { outcome: 'failed', reason: 'server-error' }),
        failing('/forbidden.html', 403, { outcome: 'refused', reason: 'client-error' }),
        failing('/empty.html', 200, { outcome: 'fetched', reason: 'no-content' }, { body: new Uint8Array() }),
      ],
    },
  ),
  odd('slow.test', 'A slow site', ['[[/slow-sundews.html|slow sundews]]'], {
    specials: [
      failing(
        '/slow-sundews.html',
        200,
        { outcome: 'fetched' },
        {
          manner: 2500,
          body: Buffer.from(
            `<html lang="en"><head><title>Slow sundews</title></head><body><p>${english.trap.drosera.join(' ')}</p></body></html>`,
          ),
          language: 'en',
          onTopic: true,
        },
      ),
    ],
  }),
  odd('closed.test', 'The closed collection', ['[[/collection.html|the collection]]'], {
    more: [shortPage('/collection.html', 'The collection of flytraps', english.trap.dionaea)],
    robots: 503,
  }),
  odd(
    'moved.test',
    'A site that moved',
    [
      '[[/old|by way of three addresses]]',
      '[[/round-a|round in a circle]]',
      '[[/nowhere|to nowhere]]',
      '[[/flytraps|to another host]]',
      '[[/secret|to a page that robots may not read]]',
    ],
    {
      specials: [
        redirect('/old', 301, '/older'),
        redirect('/older', 302, '/oldest'),
        redirect('/oldest', 308, 'http://sundew.test/drosera-capensis.html'),
        redirect('/round-a', 302, '/round-b'),
        redirect('/round-b', 302, '/round-a'),
        redirect('/flytraps', 301, 'http://www.venus-flytrap.test/'),
        redirect('/secret', 307, 'http://www.venus-flytrap.test/private/stock-list.html'),
        failing('/nowhere', 302, { outcome: 'refused', reason: 'redirect-nowhere' }),
      ],
    },
  ),
  odd('papers.test', 'Papers of the society', ['[[/newsletter.pdf|the newsletter]]', '[[/cover|its cover]]'], {
    specials: [
      {
        path: '/newsletter.pdf',
        status: 200,
        expected: { outcome: 'fetched' },
        headers: { 'content-type': 'application/pdf' },
        body: pdf('Newsletter of the bog society', [
          'Newsletter on carnivorous plants',
          'The sundews of the north bog were counted in June.',
          'Two hundred Venus flytraps were given to schools.',
        ]),
        language: 'en',
        onTopic: true,
      },
      {
        path: '/cover',
        status: 200,
        // The URL does not reveal the media type; the response header does, and the crawler reads no more.
        expected: { outcome: 'refused', reason: 'unwanted-type' },
        headers: { 'content-type': 'image/png' },
        body: png(16, [60, 140, 40]),
      },
    ],
  }),
  lettersHost(),
  townHall(),
];

function failing(path: string, status: number, expected: Expected, rest: Partial<Special> = {}): Special {
  return { path, status, expected, ...rest };
}

function redirect(path: string, status: number, location: string): Special {
  return { path, status, expected: { outcome: 'redirected' }, headers: { location } };
}
