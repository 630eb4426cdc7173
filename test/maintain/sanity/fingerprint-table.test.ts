import { expect, test } from 'vitest';
import { createFingerprintTable } from '../../../shared/maintain/sanity/fingerprint-table.ts';

test('contains exactly the texts that were added, each once', () => {
  const table = createFingerprintTable();
  for (let i = 0; i < 50_000; i++) table.add(`text ${i % 30_000}`);
  expect(table.size()).toBe(30_000);
  for (let i = 0; i < 30_000; i++) if (!table.has(`text ${i}`)) expect.fail(`text ${i} is missing`);
  for (let i = 30_000; i < 60_000; i++) if (table.has(`text ${i}`)) expect.fail(`text ${i} was never added`);
});
