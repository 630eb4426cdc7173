import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { prose, startSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';

test('a crawl follows the links that a plug-in returns', async () => {
  const dir = temporaryFolder();
  const links = '<a href="/2018/a">old</a> <a href="/2021/a">new</a> <a href="/about">about</a>';
  const site = await startSite({
    '/': `${prose('moss')}${links}`,
    '/2018/a': prose('fern'),
    '/2021/a': prose('heath'),
    '/about': prose('sedge'),
  });
  onTestFinished(() => site.close());
  // The example of docs/crawling.md.
  writeFileSync(
    join(dir, 'years.mjs'),
    `export const document = (doc) => ({
  ...doc,
  links: doc.links.filter(({ url }) => Number(/\\/(\\d{4})\\//.exec(url)?.[1] ?? 2020) > 2019),
});`,
  );
  const file = join(dir, 'crawl.yaml');
  writeFileSync(
    file,
    `seeds: ['${site.origin}/']
plugins: [./years.mjs]
sitemaps: false
politeness: {hostPauseMs: 0}
network: {allowPrivate: [127.0.0.0/8]}
`,
  );
  const run = (...args: string[]) => thresher([...args, '--dir', join(dir, 'data')]);
  expect((await run('crawl', file)).code).toBe(0);
  expect(site.requests()).toEqual(['/', '/2021/a', '/about']);
  expect((await run('export', '--format', 'graph')).printed.join('\n')).not.toContain('/2018/');
});
