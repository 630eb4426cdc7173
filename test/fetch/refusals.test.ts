import { expect, test } from 'vitest';
import { refused } from '../../shared/fetch/refusals.ts';
import { REASONS, type Reason } from '../../shared/url/reason.ts';

test('only errors of a robots.txt request are failures; any other reason refuses a URL', () => {
  const failed = (Object.keys(REASONS) as Reason[]).filter(
    (reason) => refused({}, { reason }).outcome === `failed.${reason}`,
  );
  expect(failed).toEqual(['dns', 'connect', 'tls', 'timeout', 'bot-check']);
  expect(refused({}, { reason: 'excluded', next: 5 })).toEqual({
    outcome: 'refused.excluded',
    tries: 0,
    hostFault: false,
    next: 5,
  });
});
