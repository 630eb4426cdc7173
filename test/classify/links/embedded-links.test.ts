import { expect, test } from 'vitest';
import { compileFilters } from '../../../shared/classify/judge.ts';
import { gatherLinks } from '../../../shared/classify/links/gather-links.ts';
import type { UrlCandidate } from '../../../shared/url/scope.ts';
import { documentOf, link } from '../documents.ts';

const judge = compileFilters([]);
const rules = { strategy: 'breadth-first' as const, autoRecycleLinks: true, followsEmbedded: true };

test('offers embedded files with the depth of their page, by the scope of files', () => {
  const asked: Omit<UrlCandidate, 'url'>[] = [];
  const scope = ({ depth, discovered }: UrlCandidate) => {
    asked.push({ depth, discovered });
    return discovered === 'embedded' ? undefined : ('scope' as const);
  };
  const gatherer = gatherLinks(judge, { scope, rules });
  const document = documentOf({
    links: [link('http://b.example/page'), link('http://cdn.example/a.png', '', 'embedded')],
  });
  gatherer.addPage(document, judge(document), { depth: 2 });
  const { links, refused } = gatherer.finish();
  expect(links).toMatchObject([
    { url: 'http://cdn.example/a.png', kind: 'page', depth: 2, embedded: true, nesting: 1 },
  ]);
  expect(refused).toEqual({ 'link.scope': 1 });
  expect(asked).toEqual([
    { depth: 3, discovered: 'link' },
    { depth: 2, discovered: 'embedded' },
  ]);
});

test('treats a link of a page that says it is embedded as any other, without the setting', () => {
  const asked: UrlCandidate['discovered'][] = [];
  const scope = ({ discovered }: UrlCandidate) => {
    asked.push(discovered);
    return undefined;
  };
  const gatherer = gatherLinks(judge, { scope, rules: { ...rules, followsEmbedded: false } });
  const document = documentOf({ links: [link('http://b.example/page', '', 'embedded')] });
  gatherer.addPage(document, judge(document), { depth: 0 });
  const { links } = gatherer.finish();
  expect(links).toMatchObject([{ url: 'http://b.example/page', depth: 1 }]);
  expect(links[0]).not.toHaveProperty('embedded');
  expect(asked).toEqual(['link']);
});

test('ends at stylesheets that import each other', () => {
  let note: { depth: number; nesting?: number } = { depth: 0 };
  const followed: (number | undefined)[] = [];
  for (let n = 0; n < 20; n++) {
    const gatherer = gatherLinks(judge, { scope: () => undefined, rules });
    const document = documentOf({ links: [link(`http://h${n}.example/${n}.css`, '', 'embedded')] });
    gatherer.addPage(document, judge(document), note);
    const { links, refused } = gatherer.finish();
    if (links.length === 0) expect(refused).toEqual({ 'link.nested-file': 1 });
    else {
      const { depth, nesting } = links[0]!;
      followed.push(nesting);
      note = { depth, ...(nesting !== undefined && { nesting }) };
    }
  }
  expect(followed).toEqual([1, 2, 3, 4, 5]);
});
