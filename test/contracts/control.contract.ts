import { beforeEach, describe, expect, test } from 'vitest';
import type { ControlStore } from '../../shared/ports/control.ts';

const NOW = Date.UTC(2026, 0, 1);

/** Tests for every `ControlStore`. `open` returns an empty one. */
export function controlContract(open: () => Promise<ControlStore>): void {
  let control: ControlStore;
  beforeEach(async () => {
    control = await open();
  });

  test('creates an open crawl without usage once', async () => {
    expect(await control.get('plants')).toBeUndefined();
    expect(await control.create('plants', 'settings/plants.json', NOW)).toBe(true);
    const made = {
      crawl: 'plants',
      state: 'open',
      settingsKey: 'settings/plants.json',
      createdAt: NOW,
      counts: {},
      shares: {},
    };
    expect(await control.get('plants')).toEqual(made);
    expect(await control.create('plants', 'other', NOW + 1)).toBe(false);
    expect(await control.get('plants')).toEqual(made);
  });

  test('lets one of many concurrent creates succeed', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, (_, i) => control.create('plants', `key-${i}`, NOW)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect((await control.get('plants'))?.settingsKey).toBe(`key-${made.indexOf(true)}`);
  });

  test('lists all crawls', async () => {
    for (const crawl of ['b', 'a', 'c']) await control.create(crawl, 'key', NOW);
    expect((await control.list()).map(({ crawl }) => crawl).sort()).toEqual(['a', 'b', 'c']);
  });

  test('changes the state and keeps everything else', async () => {
    await control.create('plants', 'key', NOW);
    await control.addUsage('plants', { pages: 2 });
    for (const state of ['paused', 'stopped', 'open'] as const) {
      await control.setState('plants', state);
      expect(await control.get('plants')).toMatchObject({ state, settingsKey: 'key', counts: { pages: 2 } });
    }
  });

  test('replaces the settings key', async () => {
    await control.create('plants', 'key', NOW);
    expect(await control.setSettingsKey('plants', 'key', 'key-2')).toBe(true);
    expect(await control.get('plants')).toMatchObject({ settingsKey: 'key-2', createdAt: NOW });
    // Simulates a repeated call after a lost response.
    expect(await control.setSettingsKey('plants', 'key', 'key-2')).toBe(true);
  });

  test('keeps the settings key if it changed since it was read', async () => {
    await control.create('plants', 'key', NOW);
    const moved = await Promise.all(
      Array.from({ length: 8 }, (_, i) => control.setSettingsKey('plants', 'key', `key-${i}`)),
    );
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect((await control.get('plants'))?.settingsKey).toBe(`key-${moved.indexOf(true)}`);
  });

  test('adds to each count, for any name', async () => {
    await control.create('plants', 'key', NOW);
    await control.addUsage('plants', { pages: 3, bytes: 5_000_000_000, 'verdict.off-topic': 1 });
    await control.addUsage('plants', { pages: 4, 'link.too-deep': 2 });
    await control.addUsage('plants', {});
    expect((await control.get('plants'))?.counts).toEqual({
      pages: 7,
      bytes: 5_000_000_000,
      'verdict.off-topic': 1,
      'link.too-deep': 2,
    });
  });

  test('adds up concurrent updates', async () => {
    await control.create('plants', 'key', NOW);
    await Promise.all(Array.from({ length: 25 }, (_, i) => control.addUsage('plants', { pages: 2, [`own.${i}`]: 1 })));
    const { counts } = (await control.get('plants'))!;
    expect(counts['pages']).toBe(50);
    expect(Object.keys(counts)).toHaveLength(26);
  });

  test('keeps a reservation until addUsage deletes it with the spent counts', async () => {
    await control.create('plants', 'key', NOW);
    await control.reserve('plants', 'message-1', { pages: 60, until: NOW + 1_000 });
    await control.reserve('plants', 'message-2', { pages: 40, until: NOW + 2_000 });
    await control.addUsage('plants', { pages: 55 }, 'message-1');
    const { counts, shares } = (await control.get('plants'))!;
    expect({ counts, shares }).toEqual({
      counts: { pages: 55 },
      shares: { 'message-2': { pages: 40, until: NOW + 2_000 } },
    });
  });

  test('gives a reservation to one worker only', async () => {
    await control.create('plants', 'key', NOW);
    await control.reserve('plants', 'message', { pages: 60, until: NOW + 1_000 });
    const claims = await Promise.all(['a', 'b', 'c'].map((by) => control.claim('plants', 'message', by)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    const by = ['a', 'b', 'c'][claims.indexOf(true)]!;
    expect((await control.get('plants'))?.shares).toEqual({ message: { pages: 60, until: NOW + 1_000, by } });
    expect(await control.claim('plants', 'message', by)).toBe(true);
    await control.addUsage('plants', { pages: 9 }, 'message');
    expect(await control.claim('plants', 'message', by)).toBe(false);
    await expect(control.claim('nobody', 'message', by)).rejects.toThrow('nobody');
  });

  test('deletes no other reservation if one is deleted twice or unknown', async () => {
    await control.create('plants', 'key', NOW);
    await control.reserve('plants', 'stays', { pages: 1, until: NOW });
    await control.addUsage('plants', { pages: 1 }, 'unknown');
    await control.addUsage('plants', {}, 'unknown');
    expect(Object.keys((await control.get('plants'))!.shares)).toEqual(['stays']);
  });

  test('handles concurrent reservations and deletions', async () => {
    await control.create('plants', 'key', NOW);
    const ids = Array.from({ length: 10 }, (_, i) => `message-${i}`);
    await Promise.all(ids.map((id) => control.reserve('plants', id, { pages: 5, until: NOW })));
    expect(Object.keys((await control.get('plants'))!.shares).sort()).toEqual(ids);
    await Promise.all(ids.map((id) => control.addUsage('plants', { pages: 1 }, id)));
    const { counts, shares } = (await control.get('plants'))!;
    expect({ counts, shares }).toEqual({ counts: { pages: 10 }, shares: {} });
  });

  describe('the mark of a reindex', () => {
    const first = { at: NOW, seenAt: NOW };
    const second = { at: NOW + 5, seenAt: NOW + 5 };
    const markOf = async (crawl = 'plants') => (await control.get(crawl))?.reindexing;
    beforeEach(async () => {
      await control.create('plants', 'key', NOW);
    });

    test('is absent until it is set, and is renewed and deleted', async () => {
      expect(await control.get('plants')).not.toHaveProperty('reindexing');
      await control.setReindexing('plants', first);
      expect(await markOf()).toEqual(first);
      await control.setReindexing('plants', { ...first, seenAt: NOW + 9 });
      expect(await markOf()).toEqual({ at: NOW, seenAt: NOW + 9 });
      await control.clearReindexing('plants', NOW);
      expect(await control.get('plants')).not.toHaveProperty('reindexing');
      await control.setReindexing('plants', first);
      expect(await markOf()).toEqual(first);
    });

    test('of the reindex that was requested last stays', async () => {
      await control.setReindexing('plants', first);
      await control.setReindexing('plants', second);
      await control.setReindexing('plants', { ...first, seenAt: NOW + 9 });
      expect(await markOf()).toEqual(second);
      await control.clearReindexing('plants', first.at);
      expect(await markOf()).toEqual(second);
    });

    test('changes neither counts, reservations nor other crawls', async () => {
      await control.create('trees', 'key', NOW);
      await control.addUsage('plants', { pages: 2 });
      await control.reserve('plants', 'message-1', { pages: 60, until: NOW });
      const before = await control.get('plants');
      await control.setReindexing('plants', first);
      expect(await control.get('plants')).toEqual({ ...before, reindexing: first });
      expect((await control.list()).map(({ reindexing }) => reindexing)).toEqual([first, undefined]);
      await control.addUsage('plants', {}, 'message-1');
      await control.clearReindexing('plants', first.at);
      expect(await control.get('plants')).toEqual({ ...before, shares: {} });
    });
  });

  test('separates crawls', async () => {
    await control.create('a', 'key', NOW);
    await control.create('b', 'key', NOW);
    await control.addUsage('a', { pages: 1 });
    await control.setState('a', 'stopped');
    const { state, counts } = (await control.get('b'))!;
    expect({ state, counts }).toEqual({ state: 'open', counts: {} });
  });

  test('rejects updates of an unknown crawl without creating it', async () => {
    await expect(control.setState('nobody', 'paused')).rejects.toThrow('nobody');
    await expect(control.setSettingsKey('nobody', 'key', 'key-2')).rejects.toThrow('nobody');
    await expect(control.reserve('nobody', 'id', { pages: 1, until: NOW })).rejects.toThrow('nobody');
    await expect(control.addUsage('nobody', { pages: 1 })).rejects.toThrow('nobody');
    await expect(control.setReindexing('nobody', { at: NOW, seenAt: NOW })).rejects.toThrow('nobody');
    await control.clearReindexing('nobody', NOW);
    expect(await control.get('nobody')).toBeUndefined();
  });
}
