import { z } from 'zod';
import { MOST_BITS_APART } from '../search/bits-apart.ts';

/** What is done with pages that are nearly the same. */
export const DuplicatesSchema = z
  .strictObject({
    nearBits: z
      .int()
      .min(0)
      .max(MOST_BITS_APART)
      .nullable()
      .default(MOST_BITS_APART)
      .describe(
        'Pages are found as one hit when the fingerprints of their texts (64 bits) differ in so many bits or fewer. 6 finds nine of ten pages in which one word of a hundred was replaced; 3, six of ten. `null`: each page is a hit of its own. Asked at each search, so it may be changed at any time.',
      ),
  })
  .prefault({});
