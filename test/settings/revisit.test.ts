import { expect, test } from 'vitest';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { revisitRulesOf } from '../../shared/settings/revisit.ts';

const DAY_MS = 86_400_000;
const rulesOf = (revisit: object) => revisitRulesOf(readSettings({ seeds: ['http://a.example/'], revisit }).revisit);

test.each([
  [{}, { mode: 'fixed', firstMs: null }],
  [{ days: 3 }, { mode: 'fixed', firstMs: 3 * DAY_MS }],
  [{ mode: 'adaptive' }, { mode: 'adaptive', firstMs: 7 * DAY_MS, minMs: DAY_MS, maxMs: 30 * DAY_MS }],
  [
    { mode: 'adaptive', days: 60 },
    { mode: 'adaptive', firstMs: 30 * DAY_MS },
  ],
  [
    { mode: 'steps', days: 2, minDays: 0.5 },
    { mode: 'steps', firstMs: 2 * DAY_MS, minMs: DAY_MS / 2 },
  ],
  [
    { minDaysAfter: { gone: 90, robots: 0.5 } },
    { mode: 'fixed', firstMs: null, minAfterMs: { gone: 90 * DAY_MS, robots: DAY_MS / 2 } },
  ],
  // The former name of `adaptive`.
  [{ mode: 'change-rate' }, { mode: 'adaptive', firstMs: 7 * DAY_MS }],
])('converts revisit: %j to %j', (revisit, rules) => {
  expect(rulesOf(revisit)).toMatchObject(rules);
});
