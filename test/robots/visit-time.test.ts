import { expect, test } from 'vitest';
import { nextOpening } from '../../shared/robots/visit-time.ts';

const midnight = Date.UTC(2024, 1, 29);
const at = (hour: number, minute = 0) => midnight + (hour * 60 + minute) * 60_000;

// window, in minutes · now · next opening
test.each([
  [{ from: 360, until: 525 }, at(6), at(6)],
  [{ from: 360, until: 525 }, at(8, 44) + 59_999, at(8, 44) + 59_999],
  [{ from: 360, until: 525 }, at(8, 45), at(30)],
  [{ from: 360, until: 525 }, at(5, 59) + 1, at(6)],
  [{ from: 1320, until: 240 }, at(23), at(23)],
  [{ from: 1320, until: 240 }, at(3), at(3)],
  [{ from: 1320, until: 240 }, at(4), at(22)],
  [{ from: 0, until: 1440 }, at(12), at(12)],
  [null, at(12), at(12)],
])('window %o at %i opens at %i', (visit, now, start) => {
  expect(nextOpening(visit, now)).toBe(start);
});
