/** What a new instance of a function reads before its first message. */
import { beforeAll, expect, test } from 'vitest';
import { type ColdStart, coldStarts, printColdStarts } from '../../bench/cold-start.ts';
import { HANDLERS, type HandlerName } from '../../infra/bundle.ts';

/** Kilobytes that a start may read. Functions with language models, word lists and encoding tables have higher limits. */
const MAX_START_KB = 1_200;
const WITH_DATA: Partial<Record<HandlerName, number>> = { clean: 1_620 };

let rows: ColdStart[];
beforeAll(async () => {
  rows = await coldStarts(2);
  // CPU time depends on the machine, so it is printed but not asserted.
  printColdStarts(rows);
});

test.each(HANDLERS)('%s stays within its limit of bytes read at start', (name) => {
  const row = rows.find((one) => one.name === name)!;
  expect(row.kb).toBeLessThanOrEqual(WITH_DATA[name] ?? MAX_START_KB);
  // A smaller size would mean that the bundle was not measured.
  expect(row.kb).toBeGreaterThan(500);
  expect(row.cpuS).toBeGreaterThan(rows.find((one) => one.name === 'nothing')!.cpuS);
});
