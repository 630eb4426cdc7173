import { expect, test } from 'vitest';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { createBodyChunks, freeBody } from '../../shared/net/body-chunks.ts';
import { fewOrMany } from '../long-test.ts';

test('joins chunks of any length in their order', () => {
  const random = seededRandom(7);
  for (let run = 0; run < fewOrMany(10, 50); run++) {
    const all = Array.from({ length: 200 }, (_, i) => Buffer.alloc(Math.floor(random() ** 4 * 6_000), i + 1));
    const chunks = createBodyChunks();
    for (const chunk of all) chunks.add(chunk);
    expect(chunks.join().body.equals(Buffer.concat(all))).toBe(true);
    expect(chunks.join().body).toHaveLength(0);
  }
});

test('frees the memory of a body, but not that of blocks that Node shares between buffers', () => {
  const chunks = createBodyChunks();
  for (const text of ['one ', 'two']) chunks.add(Buffer.from(text));
  const { body } = chunks.join();
  const memory = body.buffer as ArrayBuffer;
  freeBody(body);
  expect([body.length, memory.detached]).toEqual([0, true]);

  const [short, neighbour] = [Buffer.from('short'), Buffer.from('neighbour')];
  freeBody(short);
  expect([short.toString(), neighbour.toString()]).toEqual(['short', 'neighbour']);
});
