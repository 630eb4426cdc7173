/** What a new copy of a function reads and computes before it can take its first message. */
import { beforeAll, expect, test } from 'vitest';
import { type ColdStart, coldStarts, printColdStarts } from '../../bench/cold-start.ts';
import { HANDLERS, type HandlerName } from '../../infra/bundle.ts';

/** Kilobytes that a start may read. Above it are models and words of languages, and tables of encodings: as they are now, and no more. */
const MOST_KB = 1_200;
const WITH_DATA: Partial<Record<HandlerName, number>> = { clean: 2_225, search: 1_550 };

let rows: ColdStart[];
beforeAll(async () => {
  rows = await coldStarts(2);
  // Seconds say as much of the machine as of the bundle: they are shown and not judged.
  printColdStarts(rows);
});

test.each(HANDLERS)('%s reads little before its first message', (name) => {
  const row = rows.find((one) => one.name === name)!;
  expect(row.kb).toBeLessThanOrEqual(WITH_DATA[name] ?? MOST_KB);
  // Nothing was measured past a start that read it.
  expect(row.kb).toBeGreaterThan(500);
  expect(row.cpuS).toBeGreaterThan(rows.find((one) => one.name === 'nothing')!.cpuS);
});
