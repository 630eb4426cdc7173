import { decodeHTML } from 'entities';
import { expect, test } from 'vitest';
import { createApp } from '../../web/app.ts';
import { aWorld } from './fixtures.ts';

/** Returns the HTML that the page shows in `pre`, as a reader copies it. */
async function shownForm(crawls: string[], path = '/help') {
  const app = createApp({ ...aWorld({}).ports, crawls: async () => crawls });
  const page = await (await app.request(`https://search.example${path}`)).text();
  const shown = /<pre><code>(.*?)<\/code>/s.exec(page)?.[1];
  return shown === undefined ? undefined : decodeHTML(shown);
}

test('the help has a form that other websites can copy', async () => {
  expect(await shownForm(['garden'])).toBe(`<form action="https://search.example/search">
  <input type="search" name="q" aria-label="Search">
  <button>Search</button>
</form>`);
});

test('the form names the crawl if there are several, also the default one', async () => {
  const field = (crawl: string) => `\n  <input type="hidden" name="crawl" value="${crawl}">`;
  expect(await shownForm(['garden', 'library'])).toContain(field('garden'));
  expect(await shownForm(['garden', 'library'], '/help?crawl=library')).toContain(field('library'));
});

test('there is no form before the first crawl', async () => {
  expect(await shownForm([])).toBeUndefined();
});
