import * as z from 'zod';
import { MAX_NEAR_BITS } from '../search/hamming-distance.ts';

/** Settings for near-duplicate pages. */
export const DuplicatesSchema = z
  .strictObject({
    nearBits: z
      .int()
      .min(0)
      .max(MAX_NEAR_BITS)
      .nullable()
      .default(MAX_NEAR_BITS)
      .describe(
        'Pages whose 64-bit text fingerprints (SimHash) differ in at most this many bits are shown as one hit. 6 finds nine of ten pages in which one word in a hundred was replaced; 3 finds six of ten. `null`: every page is a hit of its own. The value applies at search time, so you can change it at any time.',
      ),
  })
  .prefault({});
