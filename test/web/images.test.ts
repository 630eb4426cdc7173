import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Maximum size of an image of the README, in bytes. */
const MAX_IMAGE_BYTES = 150_000;
const PNG_SIGNATURE = '89504e470d0a1a0a';

/** `UPDATE_IMAGES=1 npx vitest run --project browser` writes them. */
test.each(['search.png', 'crawl.png'])('docs/images/%s is a PNG under 150 KB', (file) => {
  const bytes = readFileSync(join(import.meta.dirname, '../../docs/images', file));
  expect(bytes.subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
  expect(bytes.length).toBeLessThan(MAX_IMAGE_BYTES);
});
