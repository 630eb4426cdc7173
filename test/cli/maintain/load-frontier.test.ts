import { expect, test } from 'vitest';
import { loadDump, openDump } from '../../../cli/maintain/load-frontier.ts';
import { testTerminal } from '../test-terminal.ts';

test('loads long lines in calls that a Lambda request can hold, and the cash of a host in its first call', async () => {
  const links = Array.from({ length: 2_000 }, (_, n) => ({
    url: `http://bog.example/${'moss'.repeat(20)}/${n}`,
    kind: 'page',
    class: 3,
    depth: 1,
    score: 0.5,
    parent: null,
  }));
  const host = 'bog.example';
  const lines = [
    { type: 'host', host, group: host, state: 'ready', best: 3, due: 1 },
    { type: 'cash', host, data: '' },
    ...Array.from({ length: 30 }, (_, n) => ({ type: 'inbox', host, id: `offer-${n}`, links, feedback: [] })),
    { type: 'end', lines: 33 },
  ].map((line) => JSON.stringify(line));
  const calls: { length: number; types: string[] }[] = [];
  const terminal = testTerminal(lines);
  const report = await loadDump(
    openDump('-', terminal),
    {
      open: async () => 'moss',
      async loadHost(_host, given) {
        calls.push({ length: JSON.stringify(given).length, types: given.map(({ type }) => type) });
        return { pages: 0, queued: 0, known: 0, inbox: given.length };
      },
    },
    terminal,
  );
  expect(terminal.stderr).toEqual([]);
  expect(report).toMatchObject({ hosts: 1, errors: 0, inbox: 32 });
  expect(Math.max(...calls.map(({ length }) => length))).toBeLessThan(3_000_000);
  expect(calls[0]!.types.slice(0, 2)).toEqual(['host', 'cash']);
});
