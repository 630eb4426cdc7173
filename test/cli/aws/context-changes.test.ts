import { expect, test } from 'vitest';
import { compareContexts } from '../../../cli/aws/context-changes.ts';

test('names each option that differs, with both values', () => {
  const before = { stackName: 'Plants', search: 'none', maxFetch: '40', secrets: 'login' };
  const after = { stackName: 'Plants', search: 'none', maxFetch: '30', secrets: '', alarmEmail: 'a@b.example' };
  expect(compareContexts(before, after)).toEqual({
    lines: ['  maxFetch: 40 → 30', '  secrets: login → not set', '  alarmEmail: not set → a@b.example'],
    deletesEngine: false,
  });
});

test.each([
  [{}, { search: 'none' }, 'search domain'],
  [{ search: 'domain' }, { search: 'external' }, 'search domain'],
  [{ search: 'serverless' }, { search: 'domain' }, 'serverless collection'],
  [{ search: 'serverless' }, {}, 'serverless collection'],
  [{}, { search: 'domain' }, undefined],
  [{ search: 'external' }, { search: 'domain' }, undefined],
  [{ search: 'none' }, { search: 'serverless' }, undefined],
])('from %j to %j deletes: %s', (before, after, engine) => {
  const { lines, deletesEngine } = compareContexts(before, after);
  const found = lines.flatMap((line) => /^This deletes the (.*) of the stack/.exec(line)?.[1] ?? []);
  expect([deletesEngine, found]).toEqual([engine !== undefined, engine === undefined ? [] : [engine]]);
});

test.each([
  [{ searchAccess: 'jwt' }, { searchAccess: 'public' }, true],
  [{ searchAccess: 'iam' }, {}, true],
  [{ search: 'none' }, { search: 'domain' }, true],
  [{ search: 'none' }, { search: 'domain', searchAccess: 'iam' }, false],
  [{}, { searchAccess: 'public' }, false],
  [{ searchAccess: 'jwt' }, { searchAccess: 'public', search: 'none' }, false],
])('from %j to %j makes the search public: %s', (before, after, expected) => {
  expect(compareContexts(before, after).lines.some((line) => line.includes('makes the search public'))).toBe(expected);
});
