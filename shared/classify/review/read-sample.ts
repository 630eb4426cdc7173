import type { Objects } from '../../ports/objects.ts';
import type { ObjectSample, SampleSize } from './sample-objects.ts';

/** Number of objects that are in memory at a time. An object of 200 long pages has 10 MB unpacked. */
const CONCURRENT_READS = 4;

/**
 * Reads the objects of a sample until the work is done. Skips objects that were deleted meanwhile, and damaged ones.
 *
 * @param read reads an object and returns the number of its pages. An exception means that the object is damaged
 * @param goesOn checked before each object
 */
export async function readSample(
  { keys, ofObjects }: ObjectSample,
  objects: Pick<Objects, 'get'>,
  read: (bytes: Uint8Array) => number,
  goesOn: () => boolean,
): Promise<SampleSize> {
  const sample = { pages: 0, objects: 0, ofObjects };
  let damaged = 0;
  for (let i = 0; i < keys.length && goesOn(); i += CONCURRENT_READS) {
    const part = await Promise.all(keys.slice(i, i + CONCURRENT_READS).map((key) => objects.get(key)));
    for (const bytes of part) {
      if (!bytes || !goesOn()) continue;
      try {
        sample.pages += read(bytes);
        sample.objects++;
      } catch {
        damaged++;
      }
    }
  }
  return { ...sample, ...(damaged > 0 && { damaged }) };
}
