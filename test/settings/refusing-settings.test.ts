import { expect, test } from 'vitest';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { outcomesToRetry } from '../../shared/settings/refusing-settings.ts';

const BASE = { seeds: ['http://a.example/'] };

test.each([
  [{ userAgent: 'Bogbot/1.0' }, ['refused.robots', 'refused.client-error', 'gone.closed', 'failed.bot-check']],
  [{ robots: { ignore: ['a.example'] } }, ['refused.robots', 'refused.robots-unreachable', 'failed.bot-check']],
  [{ network: { allowPrivate: ['10.0.0.0/8'] } }, ['refused.private-address', 'failed.connect']],
  [{ network: { resolve: { 'a.example': '127.0.0.1' } } }, ['failed.dns']],
  [{ fetch: { types: ['text/html'] } }, ['refused.unwanted-type']],
  [{ limits: { maxPageBytes: 5_000 } }, ['refused.too-large']],
  [{ limits: { maxRedirects: 1 } }, ['refused.redirect-loop']],
  [{ avoidDirectories: ['/old/'] }, ['refused.avoided-directory']],
  [{ exclude: ['*/x/*'] }, ['refused.excluded']],
  [{ allow: ['*/x/*'] }, ['refused.not-allowed']],
  [{ limits: { maxDepth: 3 } }, ['refused.too-deep']],
  [{ stopDirectories: ['x'] }, ['refused.stop-directory']],
])('other settings %j may end outcomes %j', (changed, outcomes) => {
  const found = outcomesToRetry(readSettings(BASE), readSettings({ ...BASE, ...changed }));
  expect(found).toEqual(expect.arrayContaining(outcomes));
});

test('settings that refuse no stored URL, and unchanged ones, retry nothing', () => {
  const before = readSettings(BASE);
  expect(outcomesToRetry(before, readSettings(BASE))).toEqual([]);
  const other = { ...BASE, scope: 'any', limits: { pages: 5 }, politeness: { hostPauseMs: 1 } };
  expect(outcomesToRetry(before, readSettings(other))).toEqual([]);
});
