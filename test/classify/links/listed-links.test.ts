import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { gatherLinks } from '../../../shared/classify/links/gather-links.ts';
import { listConsequence, listedLinks } from '../../../shared/classify/links/listed-links.ts';
import type { LineHead, ListLine } from '../../../shared/clean/document.ts';
import { compileScope } from '../../../shared/url/scope.ts';
import type { Url } from '../../../shared/url/url.ts';

const SITEMAP = 'http://bog.example/sitemap.xml' as Url;
const url = (path: string) => `http://bog.example${path}` as Url;

function lineOf(note: Partial<LineHead['note']>, list: Partial<ListLine>): LineHead & ListLine {
  const head = { url: SITEMAP, fetchedAt: 7, status: 200, capture: { key: 'k', offset: 0, length: 1 } };
  return { ...head, note: { depth: 0, class: 1, ...note }, kind: 'list', urls: [], lists: [], reason: null, ...list };
}

const linksOf = (line: LineHead & ListLine, focused = false) => [...listedLinks(line, focused)];

test('gives entries of a site’s sitemap depth + 1 and their metadata', () => {
  const entry = { url: url('/a'), lastModified: 5, priority: 0.8 };
  expect(linksOf(lineOf({ kind: 'sitemap' }, { urls: [entry] }))).toEqual([
    {
      discovered: 'sitemap',
      link: {
        url: entry.url,
        kind: 'page',
        class: 1,
        depth: 1,
        score: 0.8,
        parent: SITEMAP,
        lastModified: 5,
        listed: true,
      },
    },
  ]);
});

test('ranks them behind links of better pages if there is a topic', () => {
  expect(linksOf(lineOf({}, { urls: [{ url: url('/a') }] }), true)[0]!.link).toMatchObject({ class: 5, depth: 1 });
});

test('treats entries of a list that is a seed as seeds', () => {
  const line = lineOf({ kind: 'feed', class: 0 }, { urls: [{ url: url('/a') }], lists: [url('/more')] });
  expect(linksOf(line)).toMatchObject([
    { discovered: 'seed', link: { kind: 'page', class: 0, depth: 0 } },
    { discovered: 'list', link: { kind: 'feed', class: 0, depth: 0, nesting: 1 } },
  ]);
});

test('limits the nesting of lists', () => {
  const nested = (nesting: number) => linksOf(lineOf({ nesting }, { lists: [url('/next.xml')] })).length;
  expect([nested(0), nested(2), nested(3)]).toEqual([1, 1, 0]);
});

test('applies the scope to entries except for path depth, and reads lists of the same host', () => {
  const rules = { allow: ['URL /a/'], exclude: [], binaryExtensions: ['gz', 'pdf'], maxDepth: null, maxPathDepth: 2 };
  const scope = compileScope({ scope: 'host', seeds: [url('/')], ...rules });
  const gatherer = gatherLinks(compileFilters([]), { scope });
  const urls = ['/a/1/2/3/4/5', '/b', '/a/x.pdf', '/a/y'].map((path) => ({ url: url(path) }));
  const elsewhere = 'http://other.example/a/' as Url;
  const lists = [url('/two.xml.gz'), 'http://other.example/three.xml' as Url];
  const line = lineOf({ kind: 'sitemap' }, { urls: [...urls, { url: elsewhere }], lists });
  for (const { link, discovered } of listedLinks(line, false)) gatherer.addLink(link, discovered);
  const { links, refused } = gatherer.finish();
  expect(links.map((link) => link.url)).toEqual([url('/a/1/2/3/4/5'), url('/a/y'), url('/two.xml.gz')]);
  expect(refused).toEqual({ 'link.not-allowed': 1, 'link.binary-extension': 1, 'link.scope': 2 });
});

test('stores the kind of a list and removes its record', () => {
  const feedback = { url: SITEMAP, at: 7, record: null };
  expect(listConsequence(lineOf({ kind: 'feed', was: 'r1', next: 9 }, { urls: [{ url: url('/') }] }))).toEqual({
    changes: [{ kind: 'left', id: 'r1', url: SITEMAP, at: 7 }],
    feedback: { ...feedback, next: 9, verdict: 'feed' },
  });
  expect(listConsequence(lineOf({}, { reason: 'not-a-sitemap' }))).toEqual({
    changes: [],
    feedback: { ...feedback, verdict: 'not-a-sitemap' },
  });
});
