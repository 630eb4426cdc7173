import type { FoundSeed, SeedReader, SeedSink } from '../../shared/seeds/found-seed.ts';

export type ReadSeeds = { seeds: FoundSeed[]; faults: string[] };

/** Reads a source in chunks of `piece` bytes. */
export function readAll(
  reader: (sink: SeedSink) => SeedReader,
  source: string | Uint8Array,
  piece = 1 << 16,
): ReadSeeds {
  const seeds: FoundSeed[] = [];
  const faults: string[] = [];
  const made = reader({ seed: (found) => seeds.push(found), fault: (at, message) => faults.push(`${at}: ${message}`) });
  const bytes = Buffer.from(source);
  for (let at = 0; at < bytes.length; at += piece) made.write(bytes.subarray(at, at + piece));
  made.end();
  return { seeds, faults };
}
