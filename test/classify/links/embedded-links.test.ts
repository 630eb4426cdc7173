import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { gatherLinks } from '../../../shared/classify/links/gather-links.ts';
import type { UrlCandidate } from '../../../shared/url/scope.ts';
import { documentOf, link } from '../documents.ts';

const judge = compileFilters([]);
const rules = { strategy: 'breadth-first' as const, autoRecycleLinks: true };

test('offers embedded files with the depth of their page, by the scope of files', () => {
  const asked: Omit<UrlCandidate, 'url'>[] = [];
  const scope = ({ depth, discovered }: UrlCandidate) => {
    asked.push({ depth, discovered });
    return discovered === 'embedded' ? undefined : ('scope' as const);
  };
  const gatherer = gatherLinks(judge, scope, false, rules);
  const document = documentOf({
    links: [link('http://b.example/page'), link('http://cdn.example/a.png', '', 'embedded')],
  });
  gatherer.addPage(document, judge(document), { depth: 2 });
  const { links, refused } = gatherer.finish();
  expect(links).toMatchObject([{ url: 'http://cdn.example/a.png', kind: 'page', depth: 2, embedded: true }]);
  expect(refused).toEqual({ 'link.scope': 1 });
  expect(asked).toEqual([
    { depth: 3, discovered: 'link' },
    { depth: 2, discovered: 'embedded' },
  ]);
});
