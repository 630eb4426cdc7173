import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import type { Objects } from '../../../shared/ports/objects.ts';
import { readApplied, storeApplied } from '../../../shared/settings/applied/applied-settings.ts';
import { dropOldVersions, KEEP_UNUSED_MS } from '../../../shared/settings/applied/drop-old-versions.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { replaceSettings, storeSettings } from '../../../shared/settings/store-settings.ts';
import { type FakeClock, fakeClock } from '../../fake-clock.ts';
import { memoryObjects } from '../../memory-objects.ts';

const always = () => true;

let clock: FakeClock;
let ports: { control: ReturnType<typeof sqliteControl>; objects: Objects; clock: FakeClock };
beforeEach(async () => {
  clock = fakeClock();
  ports = { control: sqliteControl(openDatabase(':memory:')), objects: memoryObjects(), clock };
  await ports.control.create('bog', await storeSettings(settingsWith(0), ports.objects), clock.now());
});

const settingsWith = (pages: number) =>
  readSettings({ crawl: 'bog', seeds: ['http://bog.test/'], limits: { pages: pages + 1 } });

const currentKey = async () => (await ports.control.get('bog'))!.settingsKey;

/** Replaces the settings by those with another limit. @returns the key of the version */
async function change(pages: number): Promise<string> {
  const load = async () => ({ key: await currentKey() });
  await replaceSettings('bog', ports, load, async () => ({ after: settingsWith(pages), result: undefined }));
  return currentKey();
}

async function versions(): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of ports.objects.list('settings/')) keys.push(key);
  return keys;
}

const drop = (hasTime = always, using = ports) => dropOldVersions('bog', using, hasTime);

test('deletes versions that were unused for the whole time, and keeps the current one', async () => {
  const [first, second] = [await currentKey(), await change(1)];
  expect(await drop()).toBe(0);
  await clock.advance(KEEP_UNUSED_MS - 1);
  const third = await change(2);
  expect(await drop()).toBe(0);
  expect(await versions()).toEqual([first, second, third].sort());
  await clock.advance(1);
  expect(await drop()).toBe(1);
  expect(await versions()).toEqual([second, third].sort());
  await clock.advance(KEEP_UNUSED_MS);
  expect([await drop(), await drop()]).toEqual([1, 0]);
  expect(await versions()).toEqual([third]);
});

test('the time of a version that was used again begins anew', async () => {
  const first = await currentKey();
  await change(1);
  await drop();
  await clock.advance(KEEP_UNUSED_MS);
  expect(await change(0)).toBe(first);
  await drop();
  const third = await change(2);
  expect([await drop(), (await versions()).length]).toEqual([0, 3]);
  await clock.advance(KEEP_UNUSED_MS);
  expect([await drop(), await versions()]).toEqual([2, [third]]);
});

test('keeps versions that stored pages follow, and objects that are no versions', async () => {
  const [judgedBy, cleanedBy, pending] = [await currentKey(), await change(1), await change(2)];
  await storeApplied('bog', { runs: 1, judgedBy, cleanedBy, pending: [pending] }, ports.objects);
  const foreign = ['settings/bog/notes.txt', 'settings/bogs/0123456789abcdef.json'];
  for (const key of foreign) await ports.objects.put(key, new Uint8Array(1));
  const unused = await change(3);
  const current = await change(4);
  await drop();
  await clock.advance(KEEP_UNUSED_MS);
  expect(await drop()).toBe(1);
  expect(await versions()).toEqual([judgedBy, cleanedBy, pending, current, ...foreign].sort());
  expect(await versions()).not.toContain(unused);
});

test('deletes nothing while it is unknown which versions stored pages follow', async () => {
  await change(1);
  await drop();
  await clock.advance(KEEP_UNUSED_MS);
  await ports.objects.put('applied/bog.json', new Uint8Array(1));
  await expect(drop()).rejects.toThrow('applied/bog.json');
  expect(await versions()).toHaveLength(2);
});

test('damaged marks make all versions stay for the whole time again', async () => {
  await change(1);
  await drop();
  await clock.advance(KEEP_UNUSED_MS);
  await ports.objects.put('applied/bog/unused-settings.json', new Uint8Array(1));
  expect(await drop()).toBe(0);
  await clock.advance(KEEP_UNUSED_MS);
  expect(await drop()).toBe(1);
});

test('a check without time leaves versions to the next one', async () => {
  for (const pages of [1, 2, 3]) await change(pages);
  await drop();
  await clock.advance(KEEP_UNUSED_MS);
  let left = 2;
  expect(await drop(() => left-- > 0)).toBe(2);
  expect(await drop()).toBe(1);
  expect(await versions()).toEqual([await currentKey()]);
});

test('a check that is killed after any of its writes is completed by the next one', async () => {
  for (const pages of [1, 2, 3]) await change(pages);
  const failAfter = (writes: number): Objects => {
    const fail = <Given extends unknown[], Result>(write: (...given: Given) => Promise<Result>) => {
      return async (...given: Given) => {
        if (writes-- <= 0) throw new Error('killed');
        return write(...given);
      };
    };
    return { ...ports.objects, put: fail(ports.objects.put), delete: fail(ports.objects.delete) };
  };
  await expect(drop(always, { ...ports, objects: failAfter(0) })).rejects.toThrow('killed');
  await drop();
  await clock.advance(KEEP_UNUSED_MS);
  for (const writes of [0, 1, 2]) {
    await expect(drop(always, { ...ports, objects: failAfter(writes) })).rejects.toThrow('killed');
  }
  await drop();
  expect(await versions()).toEqual([await currentKey()]);
  // Its marks are those of no version any more.
  expect(await ports.objects.get('applied/bog/unused-settings.json')).toEqual(new TextEncoder().encode('{}'));
});

/** Wraps a store, so that a request returns to old settings before the n-th call. @returns `isDone`: whether there were as many calls */
function interruptAt(n: number, request: () => Promise<unknown>) {
  let calls = 0;
  const wrap = <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) => {
    return async (...given: Given) => {
      if (++calls === n) await request();
      return call(...given);
    };
  };
  const { control, objects } = ports;
  const { get, put, delete: remove } = objects;
  const using = {
    clock,
    control: { ...control, get: wrap(control.get) },
    objects: { ...objects, get: wrap(get), put: wrap(put), delete: wrap(remove) },
  };
  return { using, isDone: () => calls >= n };
}

test('a version to which a request returns during a check stays, before whichever call of a store that is', async () => {
  let done = 0;
  for (let n = 1; ; n++) {
    const first = await change(10);
    await change(11);
    await drop();
    await clock.advance(KEEP_UNUSED_MS);
    const { using, isDone } = interruptAt(n, () => change(10));
    await drop(always, using);
    if (!isDone()) break;
    done = n;
    expect([n, await currentKey(), (await versions()).includes(first)]).toEqual([n, first, true]);
  }
  // At least: marks, control, applied; then the version, control, its deletion, control; marks.
  expect(done).toBeGreaterThanOrEqual(8);
});

test('a request that stored its version before the deletion and names it afterwards keeps it', async () => {
  const first = await change(10);
  await change(11);
  await drop();
  await clock.advance(KEEP_UNUSED_MS);
  const { control } = ports;
  const setSettingsKey: typeof control.setSettingsKey = async (...given) => {
    await drop();
    expect(await versions()).not.toContain(first);
    return control.setSettingsKey(...given);
  };
  ports = { ...ports, control: { ...control, setSettingsKey } };
  expect(await change(10)).toBe(first);
  expect(await versions()).toContain(first);
  expect((await readApplied('bog', first, ports.objects)).judgedBy).toBe(first);
});

test('a change stores the settings once if nothing deletes them meanwhile', async () => {
  const stored: string[] = [];
  const { put } = ports.objects;
  const objects: Objects = {
    ...ports.objects,
    put(key, bytes) {
      stored.push(key);
      return put(key, bytes);
    },
  };
  ports = { ...ports, objects };
  const key = await change(1);
  expect(stored).toEqual([key]);
});
