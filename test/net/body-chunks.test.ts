import { expect, test } from 'vitest';
import { seededRandom } from '../../shared/classify/models/training/seeded-random.ts';
import { createBodyChunks } from '../../shared/net/body-chunks.ts';

test('joins chunks of any length in their order', () => {
  const random = seededRandom(7);
  for (let run = 0; run < 50; run++) {
    const all = Array.from({ length: 200 }, (_, i) => Buffer.alloc(Math.floor(random() ** 4 * 6_000), i + 1));
    const chunks = createBodyChunks();
    for (const chunk of all) chunks.add(chunk);
    expect(chunks.join().equals(Buffer.concat(all))).toBe(true);
    expect(chunks.join()).toHaveLength(0);
  }
});
