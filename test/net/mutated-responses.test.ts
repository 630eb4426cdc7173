import { expect, test } from 'vitest';
import { bareServer } from './bare-server.ts';
import { fetchMutated, mutated } from './mutated-responses.ts';

/** `node test/net/mutated-long.ts 100000` tries more. */
const SEEDS = 400;

test('returns a result in time for any mutated response', async () => {
  const port = await bareServer((socket, bytes) => {
    socket.end(mutated(Number(/\/(\d+) /.exec(bytes.toString())![1])));
  });
  expect(await fetchMutated(port, 0, SEEDS)).toEqual([]);
});

test('the same seed makes the same response, other seeds make others', () => {
  expect(mutated(7)).toEqual(mutated(7));
  expect(new Set(Array.from({ length: 200 }, (_, seed) => mutated(seed).toString('latin1'))).size).toBeGreaterThan(150);
});
