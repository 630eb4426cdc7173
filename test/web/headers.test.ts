import { expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { aWorld } from './fixtures.ts';

const app = createApp(aWorld({}).ports);
const policyOf = (answer: Response) => answer.headers.get('content-security-policy')?.split('; ') ?? [];

test.each(['/', '/search?q=x', '/search?size=0', '/crawl', '/crawl?format=json', '/nothing', '/style.css'])(
  '%s forbids other origins, inline code and framing',
  async (path) => {
    const answer = await app.request(path);
    expect(policyOf(answer)).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]),
    );
    expect(policyOf(answer).join()).not.toMatch(/unsafe|\*|http/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  },
);

test('pages have no inline scripts, styles or handlers and load nothing from other origins', async () => {
  for (const path of ['/', '/search?q=x', '/search?size=0', '/crawl', '/nothing']) {
    const html = await (await app.request(path)).text();
    expect(html, path).not.toMatch(/<script>|<style|\sstyle=|\son\w+=|src="(?!\/)|<link[^>]*href="(?!\/)/);
  }
});

test('versions assets by their content and lets them be cached forever', async () => {
  const html = await (await app.request('/crawl')).text();
  const assets = [...html.matchAll(/(?:href|src)="(\/[\w.]+\?v=\w+)"/g)].map(([, path]) => path!);
  expect(assets.map((path) => path.split('?')[0])).toEqual([
    '/icon.svg',
    '/style.css',
    '/keys.js',
    '/suggest.js',
    '/live.js',
  ]);
  for (const path of assets) {
    const answer = await app.request(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('immutable');
  }
  expect((await app.request('/style.css')).headers.get('cache-control')).toBe('public, max-age=3600');
});

test('keeps other search engines from results and cached copies', async () => {
  expect(await (await app.request('/robots.txt')).text()).toContain('Disallow: /cached/');
  expect((await app.request('/search?q=x')).headers.get('x-robots-tag')).toBe('noindex');
});
