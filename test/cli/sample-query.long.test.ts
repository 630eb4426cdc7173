/** The search command that the summary of a crawl proposes. */
import { expect, test } from 'vitest';
import { temporaryFolder } from '../local/temporary-folder.ts';
import { startSite } from './site.ts';
import { thresher } from './test-terminal.ts';

const article = (title: string, text: string) => `<title>${title}</title><h1>${title}</h1><p>${text.repeat(20)}</p>`;
const ENGLISH = 'The plants of the bog grow in the water that no other plant survives in. ';

test.each([
  ['a title of short words', article('Bog A', ENGLISH), 'Bog'],
  ['a title with stop words', article('Where there were sundews', ENGLISH), 'sundews'],
  ['a title of Chinese words', article('食虫 植物', '这种植物生长在沼泽里，用叶子捕捉昆虫。'), "'食虫 植物'"],
  ['a title without words', article('1 + 1', ENGLISH), "'*'"],
])('finds a page with %s', async (_name, page, query) => {
  const dir = temporaryFolder();
  const site = await startSite({ '/': page });
  const options = ['--name', 'bog', '--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', dir];
  const { printed } = await thresher(['crawl', `${site.origin}/`, ...options]);
  site.close();
  expect(printed.at(-1)).toBe(`  search with  npx thresher search ${query} --dir ${dir} --name bog`);
  const words = query.replaceAll("'", '');
  const found = await thresher(['search', words, '--dir', dir, '--json']);
  expect(found.answers()[0]).toMatchObject({ total: 1 });
});

test('takes the title of a page in the commonest language', async () => {
  const dir = temporaryFolder();
  const links = '<a href=/1>1</a> <a href=/2>2</a> <a href=/z>z</a>';
  const site = await startSite({
    '/': article('Bogs', ENGLISH) + links,
    '/1': article('Bogs', `First. ${ENGLISH}`),
    '/2': article('Bogs', `Second. ${ENGLISH}`),
    // The crawl fetches it last.
    '/z': article('沼泽植物介绍', '这种植物生长在沼泽里，用叶子捕捉昆虫。'),
  });
  const options = ['--name', 'bog', '--allow-private', '127.0.0.0/8', '--delay', '0', '--dir', dir];
  const { printed } = await thresher(['crawl', `${site.origin}/`, ...options]);
  site.close();
  expect(printed.at(-1)).toContain('npx thresher search Bogs --dir');
});
