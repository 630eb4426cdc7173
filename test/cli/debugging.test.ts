import { expect, test } from 'vitest';
import { isDebugging } from '../../cli/debugging.ts';

test.each([
  [undefined, false],
  ['', false],
  ['0', false],
  ['False', false],
  ['no', false],
  ['off', false],
  ['1', true],
  ['true', true],
  ['10', true],
])('THRESHER_DEBUG=%s: %s', (value, isOn) => {
  expect(isDebugging({ THRESHER_DEBUG: value })).toBe(isOn);
});
