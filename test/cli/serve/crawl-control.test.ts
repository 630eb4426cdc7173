import { expect, test } from 'vitest';
import { openStores } from '../../../cli/run/wiring.ts';
import { createCrawlControl } from '../../../cli/serve/crawl-control.ts';
import { nextHosts } from '../../../cli/serve/next-hosts.ts';
import { enqueueLinks } from '../../../shared/frontier/enqueue-links.ts';
import { seedLink } from '../../fetch/single-host.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

test('changes the state of a crawl of the folder, with the runs of the server, and lists its hosts with their pauses', async () => {
  const dir = temporaryFolder();
  const stores = openStores(dir);
  const now = stores.clock.now();
  await stores.control.create('bogs', 'none', now);
  for (const host of ['fen.test', 'moor.test']) {
    const links = [seedLink(`http://${host}/`)];
    await enqueueLinks({ crawl: 'bogs', source: host, links, feedback: [] }, stores, 'host');
  }
  await stores.locks.acquire('moor.test', { token: 'one', now, leaseMs: 60_000, pauseMs: 2_000 });
  expect(await nextHosts('bogs', stores)).toMatchObject([
    { host: 'moor.test', isVisited: true, pauseMs: 2_000 },
    { host: 'fen.test', isVisited: false },
  ]);
  const { change } = createCrawlControl(dir, 'secret');
  await change('bogs', 'paused');
  expect((await stores.control.get('bogs'))?.state).toBe('paused');
  await change('bogs', 'open');
  expect((await stores.control.get('bogs'))?.state).toBe('open');
  const runs: string[] = [];
  const note = (what: string) => (crawl: string) => void runs.push(`${what} ${crawl}`);
  const own = createCrawlControl(dir, 'secret', { start: note('start'), cancel: note('cancel') });
  for (const state of ['stopped', 'open'] as const) await own.change('bogs', state);
  expect(runs).toEqual(['cancel bogs', 'start bogs']);
  stores.close();
});
