import { expect, test } from 'vitest';
import { decodeNameRuns, encodeNameRuns } from '../../shared/aws/name-runs.ts';

const bundle = (stem: string, pieces: number) => Array.from({ length: pieces }, (_, i) => `${stem}.${i}`);

test.each<[string, string[], string]>([
  ['nothing', [], ''],
  ['one name', ['q1abc.7'], 'q1abc.7'],
  ['a bundle, over the tens', bundle('q1abc', 12), 'q1abc.0+12'],
  ['three bundles', [...bundle('q1a', 2), ...bundle('p1a', 1), ...bundle('s1a', 3)], 'q1a.0+2 p1a.0 s1a.0+3'],
  ['a gap', ['q1.0', 'q1.1', 'q1.3', 'q1.4'], 'q1.0+2 q1.3+2'],
  ['names that count down', ['q1.1', 'q1.0'], 'q1.1 q1.0'],
  ['names without a number', ['q', 'q', 'r'], 'q q r'],
  ['numbers with a leading zero', ['q1.01', 'q1.02'], 'q1.01+2'],
])('encodes and decodes %s', (_what, names, runs) => {
  expect(encodeNameRuns(names)).toBe(runs);
  expect(decodeNameRuns(runs)).toEqual(names);
});
