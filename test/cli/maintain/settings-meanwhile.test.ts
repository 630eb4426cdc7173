/** Commands that change stored settings while another process adds a seed. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { deleteLocally, liftLocally } from '../../../cli/maintain/delete-locally.ts';
import { reclassifyLocally, recleanLocally } from '../../../cli/maintain/reclassify-locally.ts';
import { loadStoredSettings } from '../../../cli/run/crawl-settings.ts';
import { frontierFile } from '../../../cli/run/folder/data-folder.ts';
import { findChangedSettings } from '../../../cli/run/note-changed-settings.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { readApplied } from '../../../shared/settings/applied/applied-settings.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
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

/** A terminal that adds a seed when a command asks whether it is interrupted, which is while it works, and deletes the earlier settings. */
function seedingTerminal(): TestTerminal {
  const { interrupt, ...terminal } = testTerminal();
  const seeding = Object.defineProperty(terminal, 'interrupt', {
    get() {
      addSeed();
      for (const name of versions()) if (!keyWithSeed.endsWith(name)) rmSync(join(versionFolder(), name));
      return interrupt;
    },
  });
  return seeding as TestTerminal;
}

const versionFolder = () => join(dir, 'objects', 'settings', 'bog');
const versions = () => readdirSync(versionFolder());

/** Returns the key of the current settings, those that are noted as applied, and the settings that the next run names as changed. */
async function applied() {
  const stores = openStores(dir, 'read');
  const current = await loadStoredSettings('bog', stores);
  const { judgedBy, cleanedBy } = await readApplied('bog', 'none', stores.objects);
  const changed = await findChangedSettings(current, current.settings, stores);
  stores.close();
  return { current: current.key, judgedBy, cleanedBy, changed };
}

const same = (topic: Settings['topic']) => topic;
const newSeed = [{ key: 'seeds', command: 'reclassify' }];

test('a reclassification notes the settings that it used, so that the next run names seeds that were added meanwhile', async () => {
  await createCrawl();
  await reclassifyLocally({ dir }, same, true, seedingTerminal());
  expect(await applied()).toMatchObject({ current: keyWithSeed, changed: newSeed });
});

test('a cleaning notes the settings that it used, also of raised limits that were stored meanwhile', async () => {
  await createCrawl({ limits: { maxDepth: 1 } });
  const stores = openStores(dir);
  const raised = readSettings({ crawl: 'bog', seeds: seeds.slice(0, 1), limits: { maxDepth: 2 } });
  keyWithSeed = await storeSettings(raised, stores.objects);
  stores.close();
  await recleanLocally({ dir }, true, seedingTerminal());
  const { judgedBy, cleanedBy, changed } = await applied();
  expect([judgedBy, changed]).toEqual([cleanedBy, [{ key: 'limits.maxDepth', command: 'reclassify' }]]);
});

test('a reclassification during which nothing else changes notes the current settings', async () => {
  await createCrawl();
  await reclassifyLocally({ dir }, (topic) => ({ ...topic, follow: 'relevant' }), true, testTerminal());
  const { current, judgedBy, changed } = await applied();
  expect([judgedBy, changed]).toEqual([current, []]);
});
