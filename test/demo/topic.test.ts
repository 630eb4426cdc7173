import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOSTS } from '../../demo/hosts.ts';
import type { Article, Host } from '../../demo/page.ts';

/** Scores by plain matching, written for this test alone, with the weights of places that a crawl has by default. */
const CUT_OFF = 100;
const terms = readFileSync(join(import.meta.dirname, '../../demo/topic.txt'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => {
    const [, weight, parts] = /^(-?\d+): (.+)=[^=]+$/.exec(line)!;
    return { weight: Number(weight), parts: parts!.split(' @and ').map(wholeWords) };
  });
const articles = HOSTS.flatMap((host) => host.articles.map((article) => ({ host, article })));

test('every page on the topic is above the cut-off by its paragraphs alone', () => {
  const low = articles.filter(({ article }) => article.onTopic && scoreOf([[1, paragraphs(article)]]) <= CUT_OFF * 1.3);
  expect(low.map(({ host, article }) => `${host.name}${article.path}`)).toEqual([]);
});

test('no page off the topic comes near the cut-off, with all that stands around its text', () => {
  const high = articles.filter(
    ({ host, article }) => !article.onTopic && scoreOf(places(host, article)) >= CUT_OFF * 0.8,
  );
  expect(high.map(({ host, article }) => `${host.name}${article.path}`)).toEqual([]);
});

function scoreOf(of: [weight: number, text: string][]): number {
  let score = 0;
  for (const { weight, parts } of terms) {
    const hits = (part: RegExp, text: string) => text.match(part)?.length ?? 0;
    if (parts.length === 1) for (const [place, text] of of) score += weight * place * hits(parts[0]!, text);
    else score += weight * Math.min(...parts.map((part) => of.reduce((sum, [, text]) => sum + hits(part, text), 0)));
  }
  return score;
}

function wholeWords(term: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${term})(?![\\p{L}\\p{N}])`, 'gu');
}

function paragraphs(article: Article): string {
  const text = article.sections.flatMap((section) => section.paragraphs).join('\n');
  return text.replace(/\[\[[^|]+\|([^\]]+)\]\]/g, '$1').toLowerCase();
}

function places(host: Host, article: Article): [number, string][] {
  const metadata = [article.description, ...(article.keywords ?? [])].join(' ').toLowerCase();
  const around = [...(host.nav ?? []), ...(host.footer ?? []), ...(article.related ?? [])].map((link) => link.text);
  const headings = [article.title, ...article.sections.map((section) => section.heading ?? '')]
    .join('\n')
    .toLowerCase();
  const text = `${around.join('\n').toLowerCase()}\n${paragraphs(article)}`;
  return [
    [10, `${article.title} ${host.title}`.toLowerCase()],
    [4, metadata],
    [2, headings],
    [1, text],
  ];
}
