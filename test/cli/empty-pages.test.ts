/** Pages without text and title: fetched, and their links followed, but not in the search index. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { prose, startSite } from './site.ts';
import { thresher } from './test-terminal.ts';

test('do not become records, and a question of signs finds nothing', async () => {
  const dir = temporaryFolder();
  const links = ['/empty', '/image', '/script', '/titled'].map((path) => `<a href="${path}">${path}</a>`).join(' ');
  const site = await startSite({
    '/': prose('bog') + links,
    '/empty': '',
    '/image': '<img src="a.png"><a href="/behind"></a>',
    '/script': '<script>var a = 1</script><!-- x -->&nbsp;',
    '/titled': '</body><head><title>Sundews</title></head>',
    '/behind': prose('fen'),
  });
  const options = ['--name', 'bog', '--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', dir];
  const { code, answers } = await thresher(['crawl', `${site.origin}/`, ...options, '--json']);
  site.close();
  expect([code, answers()[0]]).toEqual([0, expect.objectContaining({ pages: 6, records: 3 })]);

  const find = async (q: string) => {
    const found = await thresher(['search', q, '--dir', dir, '--json']);
    return (found.answers()[0]!['hits'] as { url: string }[]).map(({ url }) => new URL(url).pathname).sort();
  };
  expect(await find('site:127.0.0.1')).toEqual(['/', '/behind', '/titled']);
  expect(await find('"?!"')).toEqual([]);
});
