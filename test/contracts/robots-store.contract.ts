import { beforeEach, expect, test } from 'vitest';
import type { RobotsItem, RobotsStore } from '../../shared/ports/robots-store.ts';

/**
 * What every `RobotsStore` must do. `open` gives an empty one. Whether an item past its expiry is still there is left
 * to the store; times here lie ahead of any real clock.
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

  test('what was never kept is undefined', async () => {
    expect(await store.get('https://a.example')).toBeUndefined();
  });

  test.each<[string, RobotsItem]>([
    ['a file that was read', item],
    ['no file: all is allowed', { ...item, text: '' }],
    ['one that never could be read', { ...item, text: '', readAt: 0, unreachableSince: item.readAt }],
    [
      'one that could not be read, and why',
      { ...item, unreachableSince: item.readAt, cause: { reason: 'dns', detail: 'ENOTFOUND' } },
    ],
    ['one that can no longer be read', { ...item, unreachableSince: item.readAt + 5 }],
    ['one longer than an item of any store', { ...item, text: 'Disallow: /ä/\n'.repeat(40_000) }],
  ])('%s comes back as it was put', async (_what, put) => {
    await store.put(put);
    expect(await store.get(put.origin)).toEqual(put);
  });

  test('a later answer replaces the earlier one whole', async () => {
    await store.put({ ...item, unreachableSince: item.readAt });
    await store.put({ ...item, text: 'new' });
    expect(await store.get(item.origin)).toEqual({ ...item, text: 'new' });
  });

  test('a long text can become a short one, and long again', async () => {
    for (const text of ['Allow: /\n'.repeat(5_000), 'short', 'Disallow: /\n'.repeat(5_000)]) {
      await store.put({ ...item, text });
      expect((await store.get(item.origin))?.text).toBe(text);
    }
  });

  test('scheme and port have files of their own', async () => {
    await store.put(item);
    expect(await store.get('http://a.example')).toBeUndefined();
    expect(await store.get('https://a.example:8443')).toBeUndefined();
  });
}
