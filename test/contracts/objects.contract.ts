import { beforeEach, expect, test } from 'vitest';
import { ObjectExistsError, type Objects } from '../../shared/ports/objects.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array | undefined) => found && new TextDecoder().decode(found);

/** The contract of `Objects`. `open` returns an empty store. */
export function objectsContract(open: () => Promise<Objects>): void {
  let objects: Objects;
  beforeEach(async () => {
    objects = await open();
  });

  const keys = async (prefix: string) => {
    const found: string[] = [];
    for await (const key of objects.list(prefix)) found.push(key);
    return found;
  };

  test('returns an object byte for byte', async () => {
    const all = Uint8Array.from({ length: 70_000 }, (_, i) => (i * 31) & 0xff);
    await objects.put('raw/plants/2026/01/02/run-1.warc.gz', all);
    expect(Buffer.compare((await objects.get('raw/plants/2026/01/02/run-1.warc.gz'))!, all)).toBe(0);
  });

  // S3 takes objects above 32 MiB in parts of 8 MiB.
  test('stores an object of tens of megabytes, reads it whole and in ranges, and honours ifAbsent', async () => {
    const all = Buffer.alloc(35_000_003);
    for (let i = 0; i < all.length; i += 997) all[i] = i % 251;
    await objects.put('raw/long', all, { ifAbsent: true });
    expect(Buffer.compare((await objects.get('raw/long'))!, all)).toBe(0);
    const range = { offset: 16_777_000, length: 1_000 };
    expect(Buffer.compare((await objects.get('raw/long', range))!, all.subarray(16_777_000, 16_778_000))).toBe(0);
    await expect(objects.put('raw/long', Buffer.alloc(34_000_000), { ifAbsent: true })).rejects.toThrow(
      ObjectExistsError,
    );
    expect((await objects.get('raw/long', { offset: 34_999_999, length: 9 }))?.length).toBe(4);
    await objects.put('raw/long', all.subarray(0, 17_000_000));
    expect((await objects.get('raw/long'))?.length).toBe(17_000_000);
  });

  test('does not change an object when the caller reuses the bytes', async () => {
    const buffer = bytes('first');
    await objects.put('clean/a', buffer);
    buffer.fill(0);
    expect(text(await objects.get('clean/a'))).toBe('first');
  });

  test('stores an empty object', async () => {
    await objects.put('clean/empty', new Uint8Array());
    expect(text(await objects.get('clean/empty'))).toBe('');
  });

  test('returns undefined for a missing object, also if it is a prefix of a key', async () => {
    expect(await objects.get('clean/a')).toBeUndefined();
    await objects.put('clean/a/b', bytes('x'));
    expect(await objects.get('clean/a')).toBeUndefined();
    expect(await objects.get('clean/a/c')).toBeUndefined();
    expect(await objects.get('clean/a', { offset: 0, length: 1 })).toBeUndefined();
  });

  test('replaces an existing object', async () => {
    await objects.put('clean/a', bytes('a longer first text'));
    await objects.put('clean/a', bytes('second'));
    expect(text(await objects.get('clean/a'))).toBe('second');
  });

  test('refuses a put with ifAbsent for an existing object, and leaves it unchanged', async () => {
    await objects.put('raw/a', bytes('first'), { ifAbsent: true });
    await expect(objects.put('raw/a', bytes('second'), { ifAbsent: true })).rejects.toThrow(ObjectExistsError);
    expect(text(await objects.get('raw/a'))).toBe('first');
    expect(await keys('raw/')).toEqual(['raw/a']);
  });

  test('accepts exactly one of several concurrent puts with ifAbsent', async () => {
    const puts = await Promise.allSettled(
      Array.from({ length: 6 }, (_, i) => objects.put('raw/race', bytes(`by ${i}`.repeat(1_000)), { ifAbsent: true })),
    );
    const first = puts.findIndex(({ status }) => status === 'fulfilled');
    expect(puts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(text(await objects.get('raw/race'))).toBe(`by ${first}`.repeat(1_000));
  });

  test('shows readers the old or the new object, never a part', async () => {
    const versions = ['a', 'b'].map((letter) => letter.repeat(400_000));
    await objects.put('clean/a', bytes(versions[0]!));
    const writes = (async () => {
      for (let i = 1; i <= 10; i++) await objects.put('clean/a', bytes(versions[i % 2]!));
    })();
    for (let i = 0; i < 30; i++) expect(versions).toContain(text(await objects.get('clean/a')));
    await writes;
  });

  test('returns a range, cut at the end of the object', async () => {
    await objects.put('raw/a', bytes('0123456789'));
    const range = async (offset: number, length: number) => text(await objects.get('raw/a', { offset, length }));
    expect(await range(0, 3)).toBe('012');
    expect(await range(4, 2)).toBe('45');
    expect(await range(8, 100)).toBe('89');
    expect(await range(10, 5)).toBe('');
    expect(await range(50, 5)).toBe('');
    expect(await range(3, 0)).toBe('');
  });

  test('lists keys by prefix in byte order', async () => {
    const all = [
      'clean/b/1',
      'clean/b.c',
      'clean/a/2',
      'clean/a/10',
      'clean/a-b/1',
      'clean/A',
      'clean/b/2/x',
      'clean/bc',
    ];
    for (const key of all) await objects.put(key, bytes(key));
    await objects.put('records/b/1', bytes('another stage'));
    const sorted = [...all].sort();
    expect(await keys('clean/')).toEqual(sorted);
    expect(await keys('clean/b')).toEqual(sorted.filter((key) => key.startsWith('clean/b')));
    expect(await keys('clean/a/')).toEqual(['clean/a/10', 'clean/a/2']);
    expect(await keys('clean/a/1')).toEqual(['clean/a/10']);
    expect(await keys('clean/none/')).toEqual([]);
  });

  test('deletes objects, and ignores missing ones', async () => {
    for (const key of ['clean/a', 'clean/b', 'clean/c']) await objects.put(key, bytes(key));
    await objects.delete(['clean/a', 'clean/never', 'never/at/all', 'clean/c']);
    expect(await objects.get('clean/a')).toBeUndefined();
    expect(await keys('clean/')).toEqual(['clean/b']);
    await objects.delete([]);
  });

  test('accepts a deleted key again', async () => {
    await objects.put('raw/a', bytes('old'));
    await objects.delete(['raw/a']);
    await objects.put('raw/a', bytes('new'), { ifAbsent: true });
    expect(text(await objects.get('raw/a'))).toBe('new');
  });
}
