import { beforeEach, expect, test } from 'vitest';
import type { RobotsItem, RobotsStore } from '../../shared/ports/robots-store.ts';

/**
 * Contract of `RobotsStore`. A store may or may not return expired items, so all times here are in the future.
 *
 * @param open returns an empty store.
 */
export function robotsStoreContract(open: () => Promise<RobotsStore>): void {
  let store: RobotsStore;
  beforeEach(async () => {
    store = await open();
  });

  const item: RobotsItem = {
    origin: 'https://a.example',
    text: 'User-agent: *\nDisallow: /private\n',
    readAt: Date.UTC(2040, 0, 1),
    expiresAt: Date.UTC(2040, 0, 2),
  };

  test('returns undefined for an unknown origin', async () => {
    expect(await store.get('https://a.example')).toBeUndefined();
  });

  test.each<[string, RobotsItem]>([
    ['a file', item],
    ['a missing file', { ...item, text: '' }],
    ['a file that was never reachable', { ...item, text: '', readAt: 0, unreachableSince: item.readAt }],
    [
      'an unreachable file with its cause',
      { ...item, unreachableSince: item.readAt, cause: { reason: 'dns', detail: 'ENOTFOUND' } },
    ],
    ['a file that became unreachable', { ...item, unreachableSince: item.readAt + 5 }],
    ['a file larger than an item of any store', { ...item, text: 'Disallow: /ä/\n'.repeat(40_000) }],
  ])('round-trips %s', async (_what, put) => {
    await store.put(put);
    expect(await store.get(put.origin)).toEqual(put);
  });

  test('replaces an item completely', async () => {
    await store.put({ ...item, unreachableSince: item.readAt });
    await store.put({ ...item, text: 'new' });
    expect(await store.get(item.origin)).toEqual({ ...item, text: 'new' });
  });

  test('replaces a long text by a short one and back', async () => {
    for (const text of ['Allow: /\n'.repeat(5_000), 'short', 'Disallow: /\n'.repeat(5_000)]) {
      await store.put({ ...item, text });
      expect((await store.get(item.origin))?.text).toBe(text);
    }
  });

  test('keeps items per scheme and port', async () => {
    await store.put(item);
    expect(await store.get('http://a.example')).toBeUndefined();
    expect(await store.get('https://a.example:8443')).toBeUndefined();
  });
}
