import { expect, test } from 'vitest';
import { visitHosts } from '../../shared/fetch/visit-message.ts';
import { createCaptureWriter } from '../../shared/fetch/warc/capture-writer.ts';
import { enqueueLinks } from '../../shared/frontier/enqueue-links.ts';
import { createBundleCache } from '../../shared/frontier/host/bundle-reader.ts';
import type { HttpResponse } from '../../shared/ports/fetcher.ts';
import type { Url } from '../../shared/url/url.ts';
import { OPTIONS, reply, visitPorts } from './single-host.ts';

const PAGE = 'http://moor.test/promo';

/** Visits a page of a host. Returns the URLs that were requested, with their cookies, and the counts of outcomes. */
async function visit(answer: (url: string, cookie: string | undefined) => HttpResponse, cookies = false) {
  const requests: string[] = [];
  const ports = visitPorts({
    async fetch(url, { headers = {} }) {
      if (url.endsWith('/robots.txt')) return reply(200, 'User-agent: *\nDisallow: /*?closed');
      requests.push(headers['cookie'] === undefined ? url : `${url} ${headers['cookie']}`);
      return answer(url, headers['cookie']);
    },
  });
  const { clock } = ports;
  await ports.control.create('moor', 'none', clock.now());
  const link = { url: PAGE as Url, kind: 'page' as const, class: 0, depth: 0, parent: null, score: 1 };
  await enqueueLinks({ crawl: 'moor', source: 'x', links: [link], feedback: [] }, ports, 'host');
  const head = (await ports.frontier.getHead({ crawl: 'moor', host: 'moor.test' }))!;
  const message = { crawl: 'moor', id: 'one', hosts: [{ host: 'moor.test', group: 'moor.test', due: head.due! }] };
  const ended = visitHosts(message, ports, createCaptureWriter('moor', 'test', ports), {
    ...OPTIONS,
    urlRules: { ...OPTIONS.urlRules, trackingParameters: ['utm_*', 'closed'] },
    cookies,
    cache: createBundleCache(1 << 20),
  });
  await clock.advance(60_000);
  await ended;
  const { counts } = (await ports.frontier.getHead({ crawl: 'moor', host: 'moor.test' }))!;
  return { requests, counts };
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
