import { expect, test } from 'vitest';
import { createArchiveFindings, purgeArchive } from '../../../shared/maintain/delete/purge-archive.ts';
import type { RecordChange } from '../../../shared/ports/search-index.ts';
import { writeJsonLines } from '../../../shared/text/json-lines.ts';
import { compileDeleted } from '../../../shared/url/deleted.ts';
import { fakeClock } from '../../fake-clock.ts';
import { memoryObjects } from '../../memory-objects.ts';

const KEY = 'records/bog/2026/01/01/run.jsonl.zst';

test('leaves stored changes as they are until the record has left the index', async () => {
  const objects = memoryObjects();
  const seen: RecordChange = { kind: 'seen', id: 'a1', url: 'http://bog.test/a', at: 1_000 };
  const stored = writeJsonLines([seen]);
  await objects.put(KEY, stored);
  const deleted = compileDeleted({ hosts: ['bog.test'], prefixes: [], urls: [], records: [] })!;
  const left: RecordChange[] = [];
  let isAway = true;
  const leaveRecords = async (_crawl: string, changes: readonly RecordChange[]) => {
    if (isAway) throw new Error('the index is away');
    left.push(...changes);
  };
  const ports = { objects, clock: fakeClock(), leaveRecords };
  const purge = () =>
    purgeArchive({
      crawl: 'bog',
      deleted,
      ports,
      options: { apply: true, raw: false },
      found: createArchiveFindings(),
    });
  await expect(purge()).rejects.toThrow('the index is away');
  expect(await objects.get(KEY)).toEqual(Uint8Array.from(stored));
  isAway = false;
  await purge();
  expect(left).toEqual([expect.objectContaining({ kind: 'left', id: 'a1', url: 'http://bog.test/a' })]);
});

test('a URL leaves its record after its last change, also if the clock was set back since', async () => {
  const objects = memoryObjects();
  const clock = fakeClock();
  const at = clock.now() + 40 * 86_400_000;
  const change = (more: number): RecordChange => ({ kind: 'seen', id: 'a1', url: 'http://bog.test/a', at: at + more });
  await objects.put(KEY, writeJsonLines([change(5), change(0)]));
  const deleted = compileDeleted({ hosts: ['bog.test'], prefixes: [], urls: [], records: [] })!;
  const left: RecordChange[] = [];
  const leaveRecords = async (_crawl: string, changes: readonly RecordChange[]) => void left.push(...changes);
  const ports = { objects, clock, leaveRecords };
  await purgeArchive({
    crawl: 'bog',
    deleted,
    ports,
    options: { apply: true, raw: false },
    found: createArchiveFindings(),
  });
  expect(left).toHaveLength(1);
  expect(left[0]!.at).toBeGreaterThan(at + 5);
});
