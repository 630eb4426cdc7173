import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadStoredSettings } from '../../../cli/run/crawl-settings.ts';
import { prepareCrawl } from '../../../cli/run/prepare-crawl.ts';
import { openStores, type Stores } from '../../../cli/run/wiring.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import type { Url } from '../../../shared/url/url.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

const seeds = ['http://bog.test/' as Url];
let dir: string;
let stores: Stores;
beforeEach(() => {
  dir = temporaryFolder();
  stores = openStores(dir);
});
afterEach(() => stores.close());

test('stores changed settings only after the URLs that they let in are asked for again', async () => {
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
});

test('a continued crawl keeps the seeds that were added, and the pause that was set, since its settings were read', async () => {
  const settings = readSettings({ crawl: 'bog', seeds });
  await prepareCrawl({ dir, seeds, settings }, stores);
  const added = readSettings({ ...settings, seeds: [...seeds, 'http://fen.test/'] });
  const key = (await stores.control.get('bog'))!.settingsKey;
  await stores.control.setSettingsKey('bog', key, await storeSettings(added, stores.objects));
  const { create } = stores.control;
  stores.control.create = async (...given) => {
    await stores.control.setState('bog', 'paused');
    return create(...given);
  };
  await prepareCrawl({ dir, seeds, settings, isContinued: true }, stores);
  expect((await loadStoredSettings('bog', stores)).settings.seeds).toEqual(added.seeds);
  expect((await stores.control.get('bog'))!.state).toBe('paused');
});

test('a run stores its settings also if seeds are added meanwhile', async () => {
  const settings = readSettings({ crawl: 'bog', seeds });
  await prepareCrawl({ dir, seeds, settings }, stores);
  const { setSettingsKey } = stores.control;
  stores.control.setSettingsKey = async (...given) => {
    stores.control.setSettingsKey = setSettingsKey;
    const added = readSettings({ ...settings, seeds: [...seeds, 'http://fen.test/'] });
    await setSettingsKey('bog', given[1], await storeSettings(added, stores.objects));
    return setSettingsKey(...given);
  };
  const limited = readSettings({ crawl: 'bog', seeds, limits: { pages: 7 } });
  const applied = await prepareCrawl({ dir, seeds, settings: limited }, stores);
  const stored = (await loadStoredSettings('bog', stores)).settings;
  expect([applied.limits.pages, stored.limits.pages]).toEqual([7, 7]);
});

test('a run that ends by itself follows new links at once, and keeps their schedule', async () => {
  const schedules = [{ name: 'links', run: 'new', at: 'rate(1 day)' }];
  const settings = readSettings({ crawl: 'bog', seeds, schedules });
  const names = async (more: object) =>
    (await prepareCrawl({ dir, seeds, settings, ...more }, stores)).schedules.map(({ name }) => name);
  expect(await names({ watch: true })).toEqual(['links']);
  expect(await names({})).toEqual([]);
  expect(await names({ isContinued: true })).toEqual([]);
  expect(await names({ isContinued: true, watch: true })).toEqual(['links']);
  expect((await loadStoredSettings('bog', stores)).settings.schedules).toHaveLength(1);
});
