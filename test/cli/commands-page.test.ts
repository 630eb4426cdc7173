import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { thresher } from './test-terminal.ts';

test('docs/cli.md is current (`npx thresher --help --markdown > docs/cli.md`)', async () => {
  const { code, printed } = await thresher(['--help', '--markdown']);
  expect(code).toBe(0);
  expect(`${printed.join('\n')}\n`).toBe(readFileSync('docs/cli.md', 'utf8'));
});

test('options with alternatives stay in their cell', () => {
  const page = readFileSync('docs/cli.md', 'utf8');
  expect(page).toContain('| `--since TIME\\|FILE` | only records');
  const rows = page.split('\n').filter((line) => line.startsWith('| `-'));
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter((row) => row.split(/(?<!\\)\|/).length !== 4)).toEqual([]);
});

test.each(COMMANDS)(
  '$name has a summary of one line and an example with a meaning',
  async ({ name, summary, load }) => {
    expect(summary).toMatch(/^[A-Z][^\n]{10,70}[^.\n]$/);
    const { examples } = (await load()).help;
    expect(examples.length).toBeGreaterThan(0);
    for (const [line, meaning] of examples) {
      expect(line).toContain(`thresher ${name}`);
      expect(meaning).not.toBe('');
    }
  },
);
