import { expect, test } from 'vitest';
import { loadStoredSettings } from '../../../cli/run/crawl-settings.ts';
import { prepareCrawl } from '../../../cli/run/prepare-crawl.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import type { Url } from '../../../shared/url/url.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

test('stores changed settings only after the URLs that they let in are asked for again', async () => {
  const dir = temporaryFolder();
  const stores = openStores(dir);
  try {
    const seeds = ['http://bog.test/' as Url];
    const job = (more: object) => ({ dir, seeds, settings: readSettings({ crawl: 'bog', seeds, ...more }) });
    const open = { network: { allowPrivate: ['127.0.0.0/8'] } };
    await prepareCrawl(job({}), stores);
    const { listHeads } = stores.frontier;
    stores.frontier.listHeads = () => {
      throw new Error('the disk fails');
    };
    await expect(prepareCrawl(job(open), stores)).rejects.toThrow('the disk fails');
    const allowed = async () => (await loadStoredSettings('bog', stores)).settings.network.allowPrivate;
    expect(await allowed()).toEqual([]);
    stores.frontier.listHeads = listHeads;
    await prepareCrawl(job(open), stores);
    expect(await allowed()).toEqual(['127.0.0.0/8']);
  } finally {
    stores.close();
  }
});
