import { beforeEach, expect, test, vi } from 'vitest';
import { continueReindex } from '../../functions/continue-reindex.ts';
import type { ReindexMark } from '../../shared/ports/control.ts';
import type { ReindexMessage } from '../../shared/ports/messages.ts';
import { RecordsRefusedError } from '../../shared/ports/search-index.ts';
import { writeJsonLines } from '../../shared/text/json-lines.ts';
import { seen } from '../contracts/search-index.contract.ts';
import { memoryObjects } from '../memory-objects.ts';

const KEYS = ['records/main/1', 'records/main/2'];
const AT = Date.UTC(2026, 0, 2);
const MESSAGE: ReindexMessage = { crawl: 'main', reindex: { at: AT } };

const NOW = AT + 120_000;

/** The mark of the running reindex in the control item. */
let mark: ReindexMark | undefined;
let order: string[];
let lines: Record<string, unknown>[];
let sent: ReindexMessage[];
beforeEach(() => {
  [order, lines, sent] = [[], [], []];
  mark = undefined;
  const note = (line: unknown) => void lines.push(line as Record<string, unknown>);
  vi.spyOn(console, 'info').mockImplementation(note);
  vi.spyOn(console, 'error').mockImplementation(note);
});

async function run(
  message: ReindexMessage,
  { addUsage = async () => {}, open = true, refused = 0 } = {},
): Promise<void> {
  const objects = memoryObjects();
  const many = Array.from({ length: 10 }, (_, i) => seen(`x${i}`, `http://a.example/${i}`));
  for (const key of KEYS) await objects.put(key, writeJsonLines(many));
  const ports = {
    objects,
    async *list(_crawl: string, after = '') {
      // Stored long before the reindex, so nothing is written twice.
      yield* KEYS.filter((key) => key > after).map((key) => ({ key, keptAt: AT - 3_600_000 }));
    },
    index: {} as never,
    newIndex: {
      open: async () => open,
      write: async () => {
        if (refused > 0) throw new RecordsRefusedError('index: x3 refused', refused);
      },
      move: async () => true,
    },
    control: {
      addUsage: async () => {
        order.push('counted');
        await addUsage();
      },
      setReindexing: async (_crawl: string, set: ReindexMark) => {
        mark = set;
      },
      clearReindexing: async (_crawl: string, at: number) => {
        if (mark?.at === at) mark = undefined;
      },
    },
    clock: { now: () => NOW },
    ownQueue: {
      send: async (messages: readonly ReindexMessage[]) => {
        order.push('sent');
        sent.push(...messages);
      },
    },
  };
  await continueReindex(message, ports, () => false);
}

test('sends no message if the usage cannot be stored: the redelivered message continues alone', async () => {
  await expect(run(MESSAGE, { addUsage: () => Promise.reject(new Error('throttled')) })).rejects.toThrow('throttled');
  expect(order).toEqual(['counted']);
  await run(MESSAGE);
  expect(order.slice(1)).toEqual(['counted', 'sent']);
  expect(sent).toEqual([{ crawl: 'main', reindex: { at: AT, after: KEYS[0], written: 10 } }]);
});

test('logs rejected records per object, and their total at the end', async () => {
  for (let message: ReindexMessage | undefined = MESSAGE; message; message = sent.shift())
    await run(message, { refused: 1 });
  const of = (event: string) => lines.filter((line) => line['event'] === event);
  expect(of('records-refused').map(({ key, error }) => [key, error])).toEqual(
    KEYS.map((key) => [key, 'RecordsRefusedError: index: x3 refused']),
  );
  expect(of('reindexed')).toMatchObject([{ crawl: 'main', at: AT, written: 20, refused: 2 }]);
});

test('stops and logs if a later reindex has started', async () => {
  await run({ crawl: 'main', reindex: { at: AT, after: KEYS[0]! } }, { open: false });
  expect(sent).toEqual([]);
  expect(lines.map(({ event }) => event)).toEqual(['reindex-outdated']);
});

test('renews the mark with each call, and deletes it at the end', async () => {
  await run(MESSAGE);
  expect(mark).toEqual({ at: AT, seenAt: NOW });
  for (let message = sent.shift(); message; message = sent.shift()) await run(message);
  expect(mark).toBeUndefined();
  await run(MESSAGE);
  mark = { at: AT + 1, seenAt: NOW };
  await run({ crawl: 'main', reindex: { at: AT, after: KEYS[0]! } }, { open: false });
  // The mark of the later reindex stays.
  expect(mark).toEqual({ at: AT + 1, seenAt: NOW });
});
