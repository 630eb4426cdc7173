/** Checks the handler files and the documentation of the admin API. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HANDLERS } from '../../infra/bundle.ts';
import { AdminRequestSchema } from '../../shared/admin/requests.ts';

test.each(HANDLERS)('the handler %s has under 40 lines', (name) => {
  expect(readFileSync(`functions/${name}.ts`, 'utf8').trimEnd().split('\n').length).toBeLessThan(40);
});

test('docs/aws.md lists every action of POST /admin with all its fields', () => {
  const expected = new Map<string, string[]>();
  for (const { shape } of AdminRequestSchema.options) {
    const { action, ...fields } = shape;
    for (const name of 'values' in action ? action.values : action.options)
      expected.set(name, Object.keys(fields).sort());
  }
  const documented = new Map<string, string[]>();
  const page = readFileSync('docs/aws.md', 'utf8');
  const table = page.slice(page.indexOf('| `action`')).split('\n\n')[0]!;
  for (const row of table.split('\n').slice(2)) {
    const [, actions = '', fields = ''] = row.split('|');
    const named = (cell: string) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, word]) => word!);
    for (const name of named(actions)) documented.set(name, named(fields).sort());
  }
  expect(documented).toEqual(expected);
});
