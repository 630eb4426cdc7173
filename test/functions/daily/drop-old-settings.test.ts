import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { dropOldSettings } from '../../../functions/daily/drop-old-settings.ts';
import { openDatabase } from '../../../shared/local/database.ts';
import { sqliteControl } from '../../../shared/local/sqlite-control.ts';
import { KEEP_UNUSED_MS } from '../../../shared/settings/applied/drop-old-versions.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { storeSettings } from '../../../shared/settings/store-settings.ts';
import { fakeClock } from '../../fake-clock.ts';
import { memoryObjects } from '../../memory-objects.ts';

/** Time of an invocation: more than the call reserves for its end. Milliseconds. */
const CALL_MS = 60_000;

const clock = fakeClock();
let errors: MockInstance<typeof console.error>;
let ports: ReturnType<typeof createPorts>;
beforeEach(async () => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  ports = createPorts();
  for (const crawl of ['bog', 'fen']) {
    const versions = await Promise.all(
      [1, 2].map((pages) =>
        storeSettings(readSettings({ crawl, seeds: ['http://bog.test/'], limits: { pages } }), ports.objects),
      ),
    );
    await ports.control.create(crawl, versions[0]!, clock.now());
  }
});

afterEach(() => vi.restoreAllMocks());

const createPorts = () => ({ clock, control: sqliteControl(openDatabase(':memory:')), objects: memoryObjects() });

/** Returns the number of stored versions of a crawl's settings. */
async function versions(crawl: string): Promise<number> {
  let n = 0;
  for await (const _ of ports.objects.list(`settings/${crawl}/`)) n++;
  return n;
}

test('deletes the old versions of all crawls', async () => {
  await dropOldSettings(ports, CALL_MS);
  await clock.advance(KEEP_UNUSED_MS);
  await dropOldSettings(ports, CALL_MS);
  expect([await versions('bog'), await versions('fen'), errors.mock.calls]).toEqual([1, 1, []]);
});

test('a crawl whose objects are damaged does not keep the others from their turn', async () => {
  await ports.objects.put('applied/bog.json', new Uint8Array(1));
  await dropOldSettings(ports, CALL_MS);
  await clock.advance(KEEP_UNUSED_MS);
  await dropOldSettings(ports, CALL_MS);
  expect([await versions('bog'), await versions('fen')]).toEqual([2, 1]);
  expect(errors).toHaveBeenCalledWith(expect.objectContaining({ event: 'drop-settings-failed', crawl: 'bog' }));
});

test('begins no crawl in the time that is kept for the end of the call', async () => {
  await dropOldSettings(ports, CALL_MS);
  await clock.advance(KEEP_UNUSED_MS);
  await dropOldSettings(ports, 1_000);
  expect([await versions('bog'), await versions('fen')]).toEqual([2, 2]);
});
