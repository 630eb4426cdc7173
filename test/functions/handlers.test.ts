/** Files of handlers against what is said of them. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AdminRequest } from '../../functions/admin/administer.ts';
import { HANDLERS } from '../../infra/bundle.ts';

test.each(HANDLERS)('the handler %s is thin: under 40 lines', (name) => {
  expect(readFileSync(`functions/${name}.ts`, 'utf8').trimEnd().split('\n').length).toBeLessThan(40);
});

test('docs/aws.md names every action of POST /admin, with all that each takes', () => {
  const taken = new Map<string, string[]>();
  for (const { shape } of AdminRequest.options) {
    const { action, ...fields } = shape;
    for (const name of 'values' in action ? action.values : action.options) taken.set(name, Object.keys(fields).sort());
  }
  const told = new Map<string, string[]>();
  const page = readFileSync('docs/aws.md', 'utf8');
  const table = page.slice(page.indexOf('| `action`')).split('\n\n')[0]!;
  for (const row of table.split('\n').slice(2)) {
    const [, actions = '', fields = ''] = row.split('|');
    const named = (cell: string) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, word]) => word!);
    for (const name of named(actions)) told.set(name, named(fields).sort());
  }
  expect(told).toEqual(taken);
});
