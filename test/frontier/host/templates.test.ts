import { describe, expect, test } from 'vitest';
import { openTemplateCounts, urlTemplate } from '../../../shared/frontier/host/templates.ts';
import type { Url } from '../../../shared/url/url.ts';
import { bundleStore } from './bundle-store.ts';

const at = (rest: string) => `http://a.example${rest}` as Url;

test.each([
  ['/about', undefined],
  ['/wiki/Moss', undefined],
  ['/article/123', '/article/#'],
  ['/2026/11/22/moss', '/#/moss'],
  ['/calendar/2026-11-22', '/calendar/#'],
  ['/p/550e8400-e29b-41d4-a716-446655440000', '/p/#'],
  ['/obj/9f86d081884c7d659a2feaa0c55ad015', '/obj/#'],
  ['/list?b=2&a=1', '/list?a&b'],
  ['/list?a=x&a=y', '/list?a'],
  ['/list?f[1]=x&f[2]=y', '/list?f[#]'],
])('%s has the template %s', (rest, text) => {
  expect(urlTemplate(at(rest))?.text).toBe(text);
});

describe('a budget', () => {
  const opened = async (budget: number) => openTemplateCounts([], async () => [], budget);
  const taken = async (budget: number, urlOf: (i: number) => string) => {
    const templates = await opened(budget);
    let count = 0;
    for (let i = 0; i < 500 && !templates.isExhausted(at(urlOf(i))); i++, count++) templates.add(at(urlOf(i)));
    return count;
  };

  test.each<[string, (i: number) => string, number]>([
    ['numbers in the path', (i) => `/day/${i}`, 60],
    ['one parameter', (i) => `/list?page=${i}`, 60],
    ['two parameters', (i) => `/list?page=${i}&sort=a`, 20],
    ['three parameters', (i) => `/list?page=${i}&sort=a&x=b`, 6],
    ['nothing that varies', (i) => `/page-of-${'x'.repeat(i)}`, 500],
  ])('of 60 with %s', async (_what, urlOf, count) => {
    expect(await taken(60, urlOf)).toBe(count);
  });

  test('continues across visits and ignores uncommitted visits', async () => {
    const store = bundleStore();
    const visit = async (from: number, epoch: number, commit: boolean) => {
      const body = store.open({ maxPagesPerTemplate: 10 });
      const links = Array.from({ length: 6 }, (_, i) => {
        return { url: at(`/day/${from + i}`), kind: 'page' as const, class: 1, depth: 1, parent: null, score: 1 };
      });
      const counts = await body.merge({ links, feedback: [] }, () => undefined);
      store.keep(await body.buildBundles(epoch), commit);
      return counts;
    };
    expect(await visit(0, 1, false)).toEqual({ accepted: 6 });
    expect(await visit(0, 2, true)).toEqual({ accepted: 6 });
    // Known URLs are seen and do not count.
    expect(await visit(0, 3, true)).toEqual({ seen: 6 });
    expect(await visit(6, 4, true)).toEqual({ accepted: 4, 'template-budget': 2 });
    expect(await visit(20, 5, true)).toEqual({ 'template-budget': 6 });
  });

  test('holds for embedded files at depth 0, but not for seeds', async () => {
    const offer = async (embedded: boolean) => {
      const links = Array.from({ length: 6 }, (_, i) => {
        const file = { url: at(`/a.css?v=${i}`), kind: 'page' as const, class: 1, depth: 0, parent: null, score: 1 };
        return { ...file, ...(embedded && { embedded }) };
      });
      return bundleStore()
        .open({ maxPagesPerTemplate: 4 })
        .merge({ links, feedback: [] }, () => undefined);
    };
    expect(await offer(true)).toEqual({ accepted: 4, 'template-budget': 2 });
    expect(await offer(false)).toEqual({ accepted: 6 });
  });
});
