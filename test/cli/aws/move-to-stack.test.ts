import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { prose, startSite } from '../site.ts';
import { thresher } from '../test-terminal.ts';
import { openFolderStack } from './folder-stack.ts';

/** The steps of docs/maintenance.md, with another data folder behind the code of the function Admin. */

test('a crawl that moves to a stack keeps its URLs, records and captures, and fetches no page again', async () => {
  const links = Array.from({ length: 5 }, (_, i) => `<a href="/p${i}">p${i}</a>`).join(' ');
  const pages = Array.from({ length: 5 }, (_, i) => [`/p${i}`, prose(`fern${i}`)]);
  const site = await startSite({ '/': `${prose('moss')}${links}`, ...Object.fromEntries(pages) });
  onTestFinished(() => site.close());
  const [local, remote] = [temporaryFolder(), temporaryFolder()];
  const file = join(local, 'crawl.yaml');
  const settings = {
    ...{ crawl: 'bog', seeds: [`${site.origin}/`], politeness: { hostPauseMs: 0 } },
    ...{ network: { allowPrivate: ['127.0.0.0/8'] } },
  };
  writeFileSync(file, JSON.stringify(settings));
  expect((await thresher(['crawl', file, '--limit', '4', '--dir', local])).code).toBe(4);

  const stack = await openFolderStack(remote);
  const onStack = (...args: string[]) => thresher([...args, '--target', 'aws', '--dir', remote]);
  expect(await onStack('crawl', file, '--no-wait')).toMatchObject({ code: 0 });
  expect(await onStack('pause')).toMatchObject({ code: 0 });
  const { printed } = await thresher(['frontier', 'dump', '--dir', local]);
  writeFileSync(join(local, 'frontier.jsonl'), `${printed.join('\n')}\n`);
  expect(await onStack('frontier', 'load', join(local, 'frontier.jsonl'))).toMatchObject({ code: 0 });
  for (const part of ['raw', 'clean', 'records'])
    cpSync(join(local, 'objects', part), join(remote, 'objects', part), { recursive: true });
  expect(await onStack('resume')).toMatchObject({ code: 0 });
  stack.stores.close();

  expect((await thresher(['reindex', '--dir', remote])).code).toBe(0);
  const urlsOf = async (dir: string) =>
    (await thresher(['export', '--format', 'urls', '--dir', dir])).printed
      .join('\n')
      .split('\n')
      .filter(Boolean)
      .sort();
  const before = await urlsOf(local);
  expect(before).toHaveLength(4);
  expect(await urlsOf(remote)).toEqual(before);
  const [status] = (await thresher(['crawl', file, '--dir', remote, '--json'])).answers();
  expect(status).toMatchObject({ state: 'done', outcomes: { fetched: 6 }, pages: 2 });
  expect(await urlsOf(remote)).toHaveLength(6);
});
