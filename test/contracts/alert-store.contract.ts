import { beforeEach, describe, expect, test } from 'vitest';
import type { AlertStore } from '../../shared/ports/alert-store.ts';

const ALERT = { crawl: 'main', name: 'moss', query: 'moss', channel: 'webhook' } as const;
const PLACE = { at: 5, key: 'b' };
const MESSAGE = { id: 'm', records: ['1', '2'], place: { at: 7, key: 'c' } };

/** @param open returns a function that opens the same store again, as the next process does */
export function alertStoreContract(name: string, open: () => () => AlertStore): void {
  describe(`AlertStore: ${name}`, () => {
    let reopen: () => AlertStore;
    let store: AlertStore;
    beforeEach(() => {
      reopen = open();
      store = reopen();
    });

    async function create(alert = ALERT as Parameters<AlertStore['create']>[0]): Promise<void> {
      await store.prepare(alert);
      await store.addReported(alert, ['1', '2']);
      await store.create(alert, PLACE);
    }

    test('an alert exists once its creation is complete', async () => {
      expect(await store.get(ALERT)).toBeUndefined();
      expect(await store.unreported(ALERT, ['1'])).toEqual(['1']);
      await store.prepare(ALERT);
      await store.addReported(ALERT, ['1']);
      expect(await reopen().get(ALERT)).toBeUndefined();
      await store.create(ALERT, undefined);
      expect(await reopen().get(ALERT)).toEqual({});
      expect(await reopen().unreported(ALERT, ['1', '3'])).toEqual(['3']);
    });

    test('creating it anew forgets what was stored', async () => {
      await create();
      await store.setPending(ALERT, MESSAGE);
      await store.prepare(ALERT);
      expect(await reopen().get(ALERT)).toBeUndefined();
      await store.create(ALERT, undefined);
      expect(await reopen().get(ALERT)).toEqual({});
      expect(await reopen().unreported(ALERT, ['1', '2'])).toEqual(['1', '2']);
    });

    test('keeps the place and the pending message until it is confirmed', async () => {
      await create();
      expect(await reopen().get(ALERT)).toEqual({ place: PLACE });
      await store.moveTo(ALERT, { at: 6, key: 'a' });
      await store.setPending(ALERT, MESSAGE);
      expect(await reopen().get(ALERT)).toEqual({ place: { at: 6, key: 'a' }, pending: MESSAGE });
      await reopen().confirm(ALERT, MESSAGE, ['3', '4']);
      expect(await reopen().get(ALERT)).toEqual({ place: MESSAGE.place });
      expect(await reopen().unreported(ALERT, ['5', '4', '3', '2', '1', '0'])).toEqual(['5', '0']);
    });

    test('keeps many records, in any order', async () => {
      const ids = Array.from({ length: 1_000 }, (_, i) => `${(i * 7919) % 1_000}`);
      await store.prepare(ALERT);
      for (let i = 0; i < ids.length; i += 100) await store.addReported(ALERT, ids.slice(i, i + 100));
      await store.create(ALERT, PLACE);
      expect(await reopen().unreported(ALERT, [...ids, 'other'])).toEqual(['other']);
    });

    test('tells alerts apart by crawl, name, query and channel, and deletes those that are not listed', async () => {
      const others = [{ crawl: 'other' }, { name: 'fern' }, { query: 'fern' }, { channel: 'mail' as const }].map(
        (over) => ({
          ...ALERT,
          ...over,
        }),
      );
      for (const one of [ALERT, ...others]) await create(one);
      await store.moveTo(ALERT, { at: 9, key: 'z' });
      for (const one of others) expect(await reopen().get(one)).toEqual({ place: PLACE });
      await reopen().keepOnly('main', [others[1]!, others[3]!]);
      const left = await Promise.all([ALERT, ...others].map((one) => reopen().get(one)));
      expect(left.map((one) => one !== undefined)).toEqual([false, true, true, false, true]);
      expect(await reopen().unreported(ALERT, ['1'])).toEqual(['1']);
    });
  });
}
