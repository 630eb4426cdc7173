import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { thresher } from './test-terminal.ts';

describe('every command', () => {
  test.each(COMMANDS.map(({ name }) => name))('%s --help shows its usage, options and examples', async (name) => {
    const { code, printed } = await thresher([name, '--help']);
    expect(code).toBe(0);
    expect(printed.join('\n')).toMatch(
      new RegExp(
        `^usage: thresher ${name}\\b[\\s\\S]*\noptions:\n[\\s\\S]*--help[\\s\\S]*\nexamples:\n.*thresher ${name}`,
      ),
    );
  });

  test('an argument that begins with a hyphen is an unknown option with the remedy', async () => {
    const { code, stderr } = await thresher(['search', '-sundew']);
    expect([code, stderr[0]]).toEqual([2, expect.stringContaining('unknown option -s; put -- before')]);
  });

  test.each(COMMANDS.map(({ name }) => name))('%s refuses an unknown option with exit code 2', async (name) => {
    const { code, stderr } = await thresher([name, '--jsonn']);
    expect(code).toBe(2);
    expect(stderr).toHaveLength(1);
    expect(stderr[0]).toMatch(new RegExp(`^thresher ${name}: unknown option --jsonn`));
  });

  test.each(['import', 'aliases', 'reclean', 'sanity', 'export'])(
    '%s says that it does not work on a stack',
    async (name) => {
      const { code, stderr } = await thresher([name, '--target', 'aws']);
      expect([code, stderr]).toEqual([
        2,
        [`thresher ${name}: --target: not available; this command works on this machine only`],
      ]);
    },
  );

  test('a command that works on a stack by another option does not say so', async () => {
    const { stderr } = await thresher(['destroy', '--target', 'aws']);
    expect(stderr[0]).toContain('destroy: unknown option --target');
  });
});

test('the overview lists every command', async () => {
  const { code, printed } = await thresher(['--help']);
  expect(code).toBe(0);
  for (const { name } of COMMANDS) expect(printed.join('\n')).toContain(`  ${name} `);
});

test.each<[string, string[], number, string]>([
  ['no command is wrong usage', [], 2, ''],
  ['an unknown command is wrong usage, with a suggestion', ['serch'], 2, 'did you mean search?'],
  ['a synonym of a command is the command', ['alias', '--jsonn'], 2, 'thresher aliases: unknown option --jsonn'],
  ['prints the version with exit code 0', ['--version'], 0, ''],
  ['a missing argument is wrong usage', ['url'], 2, 'thresher url: give at least one URL'],
  ['an option without its value is wrong usage', ['url', 'a', '--base'], 2, '--base'],
  ['a missing folder is wrong usage', ['status', '--dir', '/nowhere/at/all'], 2, 'no crawl in this folder yet'],
])('%s', async (_, args, code, message) => {
  const run = await thresher(args);
  expect(run.code).toBe(code);
  expect(run.stderr.join('\n')).toContain(message);
});
