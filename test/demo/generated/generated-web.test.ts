import { get } from 'node:http';
import { gzipSync } from 'node:zlib';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { generatedPages } from '../../../demo/generated/generated-pages.ts';
import { startGeneratedWeb } from '../../../demo/generated/generated-web.ts';
import { longTest } from '../../long-test.ts';

const size = { hosts: 20, pages: 2005, seed: 'test' };
const web = generatedPages(size);
const everyPage = Array.from({ length: size.hosts }, (_, host) =>
  Array.from({ length: web.pageCount(host) }, (_, page) => ({ host, page })),
).flat();

test('generates the requested number of pages, each with a unique URL', () => {
  const urls = new Set(everyPage.map(({ host, page }) => urlOf(host, page)));
  expect(urls.size).toBe(size.pages);
  for (const { host, page } of everyPage) expect(web.pageAt(host, web.pagePath(host, page))).toBe(page);
  expect(web.pageAt(0, '/never/script-3.html')).toBeUndefined();
});

longTest('generates the same pages for the same seed and other pages for another seed', () => {
  const again = generatedPages(size);
  const other = generatedPages({ ...size, seed: 'other' });
  for (const { host, page } of everyPage.filter((_, i) => i % 97 === 0)) {
    expect(again.html(host, page)).toEqual(web.html(host, page));
    expect(other.html(host, page)).not.toEqual(web.html(host, page));
  }
});

test('generates pages of 25 to 28 KB with 55 links, most of them distinct and to the same host', () => {
  for (const { host, page } of everyPage.filter((_, i) => i % 61 === 0)) {
    const html = web.html(host, page);
    expect(html.length).toBeGreaterThan(25_000);
    expect(html.length).toBeLessThan(28 * 1024);
    const hrefs = linksOf(html);
    expect(hrefs).toHaveLength(55);
    expect(new Set(hrefs).size).toBeGreaterThan(35);
    const abroad = hrefs.filter((href) => href.startsWith('http:')).length;
    expect(abroad).toBeLessThanOrEqual(6);
  }
});

test('makes every page reachable from the home page of its host by links within the host', () => {
  for (let host = 0; host < size.hosts; host += 7) {
    const seen = new Set(['/']);
    const queue = ['/'];
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
      for (const href of fastLinksOf(web.html(host, web.pageAt(host, path)!))) {
        if (!href.startsWith('/') || seen.has(href)) continue;
        seen.add(href);
        queue.push(href);
      }
    }
    expect(seen.size).toBe(web.pageCount(host));
  }
});

longTest('uses over 30,000 words, of which the 300 most common make up about half of the text', () => {
  const counts = new Map<string, number>();
  for (const { host, page } of everyPage.filter((_, i) => i % 10 === 0)) {
    const text = web
      .html(host, page)
      .toString()
      .replace(/<script.*?<\/script>|<style.*?<\/style>|<[^>]*>/gs, ' ');
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu)!) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const sorted = [...counts.values()].sort((a, b) => b - a);
  const total = sorted.reduce((sum, n) => sum + n, 0);
  const top = sorted.slice(0, 300).reduce((sum, n) => sum + n, 0);
  expect(counts.size).toBeGreaterThan(30_000);
  expect(top / total).toBeGreaterThan(0.35);
  expect(top / total).toBeLessThan(0.75);
});

test('serves pages by host name and counts requests and strays', async () => {
  const running = await startGeneratedWeb(size);
  try {
    expect(running.urls).toBe(size.pages);
    expect(running.seeds).toHaveLength(size.hosts);
    const home = await ask(running.port, running.seeds[3]!);
    expect(home).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
    expect(home.body).toEqual(web.html(3, 0));
    expect((await ask(running.port, 'http://h3.bench.test/robots.txt')).status).toBe(200);
    expect(running.strays()).toBe(0);
    expect((await ask(running.port, 'http://h3.bench.test/never/script-0.html')).status).toBe(404);
    expect((await ask(running.port, 'http://h20.bench.test/')).status).toBe(404);
    expect([running.requests(), running.strays()]).toEqual([4, 2]);
  } finally {
    await running.close();
  }
});

function urlOf(host: number, page: number): string {
  return `http://${web.hostName(host)}${web.pagePath(host, page)}`;
}

function linksOf(html: Buffer): string[] {
  const { document } = parseHTML(html.toString());
  return [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href')!);
}

function fastLinksOf(html: Buffer): string[] {
  const markup = html.toString('latin1').replace(/<script.*?<\/script>|<!--.*?-->/gs, '');
  return [...markup.matchAll(/<a href="([^"]+)"/g)].map((m) => m[1]!);
}

function ask(port: number, url: string): Promise<{ status: number; type: string; body: Buffer }> {
  const { host, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    get({ port, path: pathname, headers: { host } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          type: response.headers['content-type']!,
          body: Buffer.concat(parts),
        }),
      );
    }).on('error', reject);
  });
}

longTest(
  'generates large pages of 100 KB (26 KB compressed) with 60 links, at most nine of them to other hosts',
  () => {
    const large = generatedPages({ ...size, large: true });
    for (const { host, page } of everyPage.filter((_, i) => i % 401 === 0)) {
      const html = large.html(host, page);
      expect(html.length).toBeGreaterThan(98_000);
      expect(html.length).toBeLessThan(104_000);
      const sent = gzipSync(html).length;
      expect(sent).toBeGreaterThan(24_000);
      expect(sent).toBeLessThan(28_000);
      const hrefs = linksOf(html);
      expect(hrefs).toHaveLength(60);
      expect(hrefs.filter((href) => href.startsWith('http:')).length).toBeLessThanOrEqual(9);
    }
  },
);
