import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingsJsonSchema, settingsPage } from '../../shared/settings/reference.ts';

test('docs/settings.md is current (`npx thresher settings --markdown > docs/settings.md`)', () => {
  expect(readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8')).toBe(settingsPage());
});

test('every setting has a meaning', () => {
  const rows = settingsPage()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter((row) => /\|\s*\|$/.test(row))).toEqual([]);
});

test('the JSON Schema closes every group and asks for the seeds', () => {
  expect(settingsJsonSchema()).toMatchObject({ type: 'object', required: ['seeds'], additionalProperties: false });
});
