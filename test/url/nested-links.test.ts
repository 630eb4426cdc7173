import { expect, test } from 'vitest';
import { loopOfLinks } from '../../shared/url/nested-links.ts';
import type { Url } from '../../shared/url/url.ts';

const MENU = ['about/', 'team/', 'news/'];

test.each<[what: string, path: string, links: string[], repeats: boolean]>([
  ['a menu of relative links', '/about/team/', MENU, true],
  ['the same without the page itself', '/news/about/team/', ['about/', 'news/'], true],
  ['the same with pages below', '/about/team/', ['about/x.html', 'team/y.html'], true],
  ['the first level', '/about/', MENU, false],
  ['one name', '/about/team/', ['team/', 'jobs/'], false],
  ['one name twice', '/about/team/', ['team/', 'team/a', 'jobs/'], false],
  ['a menu of absolute links', '/about/team/', ['/about/', '/team/', '/news/'], false],
  ['a menu without slashes at the ends', '/about/team/', ['about', 'team?lang=en'], true],
  ['a menu of index files', '/about/team/index.html', ['about/index.html', 'team/index.html'], true],
  ['files with these names', '/about/team/', ['about.html', 'team.html'], false],
  ['chapters by number', '/book/1/2/', ['1/', '2/', '3/'], false],
  ['indexes by letter', '/names/a/b/', ['a/', 'b/', 'c/'], false],
  ['days of a month', '/archive/2024/05/', ['05/', '2024/', '06/'], false],
  ['a page without a slash at its end', '/about/team', ['about/team/about/', 'about/team/team/'], false],
  ['a page with a query', '/about/team/?a=/', ['about/', 'team/'], false],
])('finds links that repeat the path of a page: %s', (_what, path, links, repeats) => {
  const page = `http://bog.test${path}` as Url;
  const found = links.map((link) => ({ url: new URL(link, page).href as Url }));
  expect(loopOfLinks(page, found) !== undefined).toBe(repeats);
});

test.each<[path: string, leads: boolean]>([
  ['news/', true],
  ['news', true],
  ['news?page=2', true],
  ['about/index.html', true],
  ['jane.html', false],
  ['photo.jpg?size=2', false],
  ['../', false],
  ['', false],
  ['/news/', false],
])('a menu of relative links leads %s into the loop: %s', (path, leads) => {
  const page = 'http://bog.test/about/team/' as Url;
  const url = (link: string) => new URL(link, page).href as Url;
  const isLoop = loopOfLinks(
    page,
    MENU.map((link) => ({ url: url(link) })),
  );
  expect(isLoop?.(url(path))).toBe(leads);
});
