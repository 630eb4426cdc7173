import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { thresher } from './test-terminal.ts';

describe('every verb', () => {
  test.each(COMMANDS.map(({ name }) => name))('%s --help shows its usage, options and examples', async (name) => {
    const { code, printed } = await thresher([name, '--help']);
    expect(code).toBe(0);
    expect(printed.join('\n')).toMatch(
      new RegExp(
        `^usage: thresher ${name}\\b[\\s\\S]*\noptions:\n[\\s\\S]*--help[\\s\\S]*\nexamples:\n.*thresher ${name}`,
      ),
    );
  });

  test.each(COMMANDS.map(({ name }) => name))('%s refuses an unknown option with exit code 2', async (name) => {
    const { code, told } = await thresher([name, '--jsonn']);
    expect(code).toBe(2);
    expect(told).toHaveLength(1);
    expect(told[0]).toMatch(new RegExp(`^thresher ${name}: unknown option --jsonn`));
  });
});

test('the overview names every verb', async () => {
  const { code, printed } = await thresher(['--help']);
  expect(code).toBe(0);
  for (const { name } of COMMANDS) expect(printed.join('\n')).toContain(`  ${name} `);
});

test.each<[string, string[], number, string]>([
  ['no verb is wrong use', [], 2, ''],
  ['an unknown verb is wrong use, and the nearest is named', ['serch'], 2, 'did you mean search?'],
  ['the version is no error', ['--version'], 0, ''],
  ['a verb without its operand is wrong use', ['url'], 2, 'thresher url: give at least one URL'],
  ['an option without its value is wrong use', ['url', 'a', '--base'], 2, '--base'],
  ['a folder that is not there is wrong use', ['status', '--dir', '/nowhere/at/all'], 2, 'no crawl in this folder yet'],
])('%s', async (_, args, code, message) => {
  const run = await thresher(args);
  expect(run.code).toBe(code);
  expect(run.told.join('\n')).toContain(message);
});
