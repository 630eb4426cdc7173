import { expect, test } from 'vitest';
import { limitLines } from '../../../cli/output/line-limit.ts';

test('prints ten lines a minute, and the number of the others with the next line or at the end', () => {
  let now = 5_000;
  const printed: string[] = [];
  const lines = limitLines(
    { now: () => now },
    (line) => printed.push(line),
    (count) => `${count} more`,
  );
  const add = (name: string, count: number) => {
    for (let i = 1; i <= count; i++) lines.add(`${name}${i}`);
  };
  add('a', 12);
  expect(printed).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10']);
  now += 59_999;
  lines.add('later');
  expect(printed).toHaveLength(10);
  now += 1;
  add('b', 1);
  expect(printed.slice(10)).toEqual(['3 more', 'b1']);
  now -= 3_600_000;
  add('c', 12);
  lines.end();
  lines.end();
  expect(printed.slice(12)).toEqual([...Array.from({ length: 10 }, (_, i) => `c${i + 1}`), '2 more']);
});
