/** Commands that change stored settings while another process adds a seed. */
import { beforeEach, expect, test } from 'vitest';
import { deleteLocally, liftLocally } from '../../../cli/maintain/delete-locally.ts';
import { reclassifyLocally } from '../../../cli/maintain/reclassify-locally.ts';
import { loadStoredSettings } from '../../../cli/run/crawl-settings.ts';
import { frontierFile } from '../../../cli/run/folder/data-folder.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { readApplied } from '../../../shared/settings/applied/applied-settings.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import { temporaryFolder } from '../../local/temporary-folder.ts';
import { type TestTerminal, testTerminal } from '../test-terminal.ts';

const seeds = ['http://bog.test/', 'http://fen.test/'];
let dir: string;
let keyWithSeed: string;

beforeEach(() => {
  dir = temporaryFolder();
});

async function createCrawl(more: object = {}): Promise<void> {
  const stores = openStores(dir);
  const settings = readSettings({ crawl: 'bog', seeds: seeds.slice(0, 1), ...more });
  await stores.control.create('bog', await storeSettings(settings, stores.objects), 1);
  keyWithSeed = await storeSettings({ ...settings, seeds }, stores.objects);
  stores.close();
}

/** Does what `thresher seed` does to the settings, in the middle of a function that cannot wait. */
function addSeed(): void {
  const db = openDatabase(frontierFile(dir));
  db.prepare('UPDATE control SET settings_key = ?').run(keyWithSeed);
  db.close();
}

async function stored() {
  const stores = openStores(dir, 'read');
  const { settings } = await loadStoredSettings('bog', stores);
  stores.close();
  return settings;
}

/** The selection of a host. A seed is added as soon as it is read, which is after the settings. */
const selectors = () => ({
  get host() {
    addSeed();
    return ['moor.test'];
  },
});

test('a deletion stores its rules, and keeps the seed', async () => {
  await createCrawl();
  await deleteLocally({ dir }, selectors(), { apply: true, raw: false }, testTerminal());
  expect(await stored()).toMatchObject({ seeds, deleted: { hosts: ['moor.test'] } });
});

test('a lift removes its rules, and keeps the seed', async () => {
  await createCrawl({ deleted: { hosts: ['moor.test', 'heath.test'] } });
  expect((await liftLocally({ dir }, selectors())).lifted.hosts).toEqual(['moor.test']);
  expect(await stored()).toMatchObject({ seeds, deleted: { hosts: ['heath.test'] } });
});

test('a reclassification stores its topic, and keeps the seed', async () => {
  await createCrawl();
  const choose = (topic: Parameters<Parameters<typeof reclassifyLocally>[1]>[0]) => {
    addSeed();
    return { ...topic, follow: 'relevant' as const };
  };
  await reclassifyLocally({ dir }, choose, true, testTerminal());
  expect(await stored()).toMatchObject({ seeds, topic: { follow: 'relevant' } });
});

test('a reclassification notes the newest version as the one that pages follow, as earlier ones are deleted', async () => {
  await createCrawl();
  const { interrupt, ...terminal } = testTerminal();
  const seeding = Object.defineProperty(terminal, 'interrupt', {
    get() {
      addSeed();
      return interrupt;
    },
  }) as TestTerminal;
  await reclassifyLocally({ dir }, (topic) => ({ ...topic, follow: 'relevant' }), true, seeding);
  const stores = openStores(dir, 'read');
  expect((await readApplied('bog', 'none', stores.objects)).judgedBy).toBe(keyWithSeed);
  stores.close();
});
