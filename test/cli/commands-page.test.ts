import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { thresher } from './test-terminal.ts';

test('docs/cli.md is current (`npx thresher --help --markdown > docs/cli.md`)', async () => {
  const { code, printed } = await thresher(['--help', '--markdown']);
  expect(code).toBe(0);
  expect(`${printed.join('\n')}\n`).toBe(readFileSync('docs/cli.md', 'utf8'));
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
