import { expect, test } from 'vitest';
import { decodePageEntry, encodePageEntry, type PageEntry } from '../../../shared/frontier/host/entry.ts';
import {
  describeRevisit,
  type History,
  isSameRecord,
  packHistory,
  unpackHistory,
} from '../../../shared/frontier/host/history.ts';
import type { Url } from '../../../shared/url/url.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const NONE = { compared: 0, changed: 0, changedMs: 0, quietMs: 0 };

const FULL: History = {
  since: 29_000_000 * MINUTE,
  why: 'c',
  intervalMs: 3.5 * DAY,
  checks: { compared: 7, changed: 2.5, changedMs: 12 * DAY, quietMs: 40 * DAY },
  before: 'ab12cd34',
  presumed: true,
  goneConfirmed: true,
};
const { before: _, ...WITHOUT } = FULL;

test.each<[string, History]>([
  ['a full history', FULL],
  ['a history without a record', WITHOUT],
  ['a history with a fixed interval', { since: FULL.since, why: 'f', checks: NONE }],
])('%s survives a round trip in few bytes', (_name, history) => {
  const packed = packHistory(history);
  expect(unpackHistory(packed)).toEqual(history);
  expect(packed.length).toBeLessThan(40);
});

test('the first visit is never after a later one, although it is stored in minutes', () => {
  const since = FULL.since + 59_000;
  expect(unpackHistory(packHistory({ ...FULL, since }))!.since).toBe(FULL.since);
});

test.each([undefined, '', 'b12', 'a', 'a?12', 'aq12', 'af', 'af12.x y'])(
  'ignores the unreadable history %j',
  (packed) => {
    expect(unpackHistory(packed)).toBeUndefined();
  },
);

test('reads and writes rows without a history', () => {
  const old = ['http://a.test/', 1, 2, 0, 3, 4, 'fetched', 1, 0, null, null, 'digest', 'record', 'relevant'] as const;
  const entry = decodePageEntry([...old]);
  expect(entry).not.toHaveProperty('history');
  expect(encodePageEntry(entry)).toEqual(old);
});

test('stores the history in a row', () => {
  const page: PageEntry = {
    url: 'http://a.test/' as Url,
    at: 1,
    class: 0,
    depth: 0,
    outcome: 'fetched',
    visits: 1,
    tries: 0,
  };
  expect(decodePageEntry(encodePageEntry({ ...page, history: packHistory(FULL) }))).toEqual({
    ...page,
    history: packHistory(FULL),
  });
});

test.each([
  [packHistory(FULL), 'unchanged', false],
  [packHistory(FULL), 'changed: interval is halved; interval 3.5 days, 3 of about 7 checks found a change', true],
  [packHistory({ since: 0, why: 'f', checks: NONE }), 'fixed interval (revisit.days)', true],
  [undefined, '', true],
])('describes %j as: %s', (packed, text, isSo) => {
  expect(describeRevisit(packed) === text).toBe(isSo);
});

test('recognises a record by the start of its id', () => {
  expect(isSameRecord(FULL, 'ab12cd34ef')).toBe(true);
  for (const other of ['ab12cd35ef', null, undefined]) expect(isSameRecord(FULL, other)).toBe(false);
  expect(isSameRecord(WITHOUT, 'ab12cd34ef')).toBe(false);
});
