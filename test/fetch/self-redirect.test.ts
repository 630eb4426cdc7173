import { expect, test } from 'vitest';
import type { HttpResponse } from '../../shared/ports/fetcher.ts';
import { OPTIONS, reply, seedLink, visitOnce } from './single-host.ts';

const PAGE = 'http://moor.test/promo';

/** Visits a page of a host. Returns the URLs that were requested, with their cookies, and the counts of outcomes. */
async function visit(answer: (url: string, cookie: string | undefined) => HttpResponse, cookies = false) {
  const requests: string[] = [];
  const fetcher = {
    async fetch(url: string, { headers = {} }: { headers?: Readonly<Record<string, string>> }) {
      if (url.endsWith('/robots.txt')) return reply(200, 'User-agent: *\nDisallow: /*?closed');
      requests.push(headers['cookie'] === undefined ? url : `${url} ${headers['cookie']}`);
      return answer(url, headers['cookie']);
    },
  };
  const urlRules = { ...OPTIONS.urlRules, trackingParameters: ['utm_*', 'closed'] };
  const { after } = await visitOnce(fetcher, [seedLink(PAGE)], { urlRules, cookies });
  return { requests, counts: after.counts };
}

const redirect = (to: string, ...more: [string, string][]): HttpResponse => ({
  ...reply(302, ''),
  headers: [['Location', to], ...more],
});

test('follows a redirect to a spelling with a parameter that normalisation removes', async () => {
  const { requests, counts } = await visit((url) => (url === PAGE ? redirect('?utm_source=site') : reply(200, 'text')));
  expect(requests).toEqual([PAGE, `${PAGE}?utm_source=site`]);
  expect(counts).toEqual({ fetched: 1 });
});

test('requests a URL again with the cookie that its redirect to itself sets', async () => {
  const answer = (_url: string, cookie: string | undefined) =>
    cookie === undefined ? redirect('/promo', ['Set-Cookie', 'seen=1']) : reply(200, 'text');
  expect(await visit(answer, true)).toEqual({ requests: [PAGE, `${PAGE} seen=1`], counts: { fetched: 1 } });
  expect(await visit(answer, false)).toEqual({ requests: [PAGE], counts: { 'refused.redirect-loop': 1 } });
});

test('a redirect to itself without an end is a loop', async () => {
  let count = 0;
  const { requests, counts } = await visit(() => redirect(`/promo?utm_source=${count++}`));
  expect(requests).toHaveLength(1 + OPTIONS.maxRedirects);
  expect(counts).toEqual({ 'refused.redirect-loop': 1 });
});

test('does not request a spelling that robots.txt disallows', async () => {
  const { requests, counts } = await visit(() => redirect('/promo?closed=1'));
  expect(requests).toEqual([PAGE]);
  expect(counts).toEqual({ 'refused.redirect-loop': 1 });
});
