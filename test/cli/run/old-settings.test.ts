/** Versions of settings that are kept and deleted when settings change. */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeSettings } from '../../../cli/run/change-settings.ts';
import { loadStoredSettings } from '../../../cli/run/crawl-settings.ts';
import { openStores, type Stores } from '../../../cli/run/wiring.ts';
import { storeApplied } from '../../../shared/settings/applied/applied-settings.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';

let dir: string;
let stores: Stores;
beforeEach(async () => {
  dir = temporaryFolder();
  stores = openStores(dir);
  const settings = readSettings({ crawl: 'bog', seeds: ['http://bog.test/'] });
  await stores.control.create('bog', await storeSettings(settings, stores.objects), 1);
});
afterEach(() => stores.close());

const folder = () => join(dir, 'objects/settings/bog');
const versions = () => readdirSync(folder()).sort();
const currentKey = async () => (await stores.control.get('bog'))!.settingsKey;

/** Makes all versions older than those that are kept for their age. */
function age(): void {
  for (const name of readdirSync(folder())) utimesSync(join(folder(), name), 1, 1);
}

/** Adds a seed, and returns the key of the new version. */
async function addSeed(n: number): Promise<string> {
  await changeSettings('bog', stores, async ({ settings }) => ({
    after: readSettings({ ...settings, seeds: [...settings.seeds, `http://bog.test/${n}`] }),
    result: undefined,
  }));
  return currentKey();
}

test('the current version and the one before it are left of many changes', async () => {
  const keys: string[] = [];
  for (const n of [1, 2, 3, 4]) {
    age();
    keys.push(await addSeed(n));
  }
  expect(versions()).toEqual(
    keys
      .slice(-2)
      .map((key) => basename(key))
      .sort(),
  );
});

test('versions of the last minute are left, as another process may be about to use them', async () => {
  for (const n of [1, 2, 3]) await addSeed(n);
  expect(versions()).toHaveLength(4);
});

test('versions that stored pages follow are left', async () => {
  const [judgedBy, cleanedBy, pending] = [await currentKey(), await addSeed(1), await addSeed(2)];
  await storeApplied('bog', { runs: 1, judgedBy, cleanedBy, pending: [pending] }, stores.objects);
  await addSeed(3);
  await addSeed(4);
  age();
  const kept = [judgedBy, cleanedBy, pending, await currentKey(), await addSeed(5)];
  expect(versions()).toEqual(kept.map((key) => basename(key)).sort());
});

test('settings that are replaced and deleted while they are read are read again', async () => {
  const { get } = stores.objects;
  stores.objects.get = async (...given) => {
    stores.objects.get = get;
    for (const n of [1, 2]) {
      age();
      await addSeed(n);
    }
    return get(...given);
  };
  const { key, settings } = await loadStoredSettings('bog', stores);
  expect([key, settings.seeds.length]).toEqual([await currentKey(), 3]);
});

test('folders and files of other programs are left, and do not keep versions from being deleted', async () => {
  const foreign = ['@eaDir', 'notes.txt', '0123456789abcdef.json'];
  mkdirSync(join(folder(), '@eaDir'));
  mkdirSync(join(folder(), '0123456789abcdef.json'));
  writeFileSync(join(folder(), 'notes.txt'), '');
  const keys: string[] = [];
  for (const n of [1, 2, 3]) {
    age();
    keys.push(await addSeed(n));
  }
  const kept = keys.slice(-2).map((key) => basename(key));
  expect(versions()).toEqual([...foreign, ...kept].sort());
});

test('a change is stored even if old versions cannot be deleted', async () => {
  stores.dropSettings = () => {
    throw Object.assign(new Error('busy'), { code: 'EBUSY' });
  };
  const key = await addSeed(1);
  expect(await loadStoredSettings('bog', stores)).toMatchObject({ key, settings: { seeds: { length: 2 } } });
});
