import type { Settings } from '../../shared/settings/settings.ts';

/** Listed seeds of one request: done long before the gateway gives up (30 s). */
const MAX_LISTED_PER_REQUEST = 500;
/** Signs of Base64 in one request, of which a function takes 6 MB. A multiple of 32, which are three fingerprints: 375,000 hosts. */
const MAX_KEY_CHARS_PER_REQUEST = 4_000_000;

type Seeds = Settings['seeds'];

/** Seeds as they become part of a crawl's settings in a stack, a request each. */
export type SeedParts = {
  /** What the scope needs of seeds that are offered after it. */
  keys: Seeds[];
  /** Those that stand in the settings themselves. */
  listed: Seeds[];
};

export function splitSeeds(seeds: Seeds): SeedParts {
  const keys: Seeds[] = [];
  for (const seed of seeds)
    if (typeof seed === 'object' && 'gathered' in seed)
      for (let at = 0; at === 0 || at < seed.keys.length; at += MAX_KEY_CHARS_PER_REQUEST)
        keys.push([
          { ...seed, seeds: at === 0 ? seed.seeds : 0, keys: seed.keys.slice(at, at + MAX_KEY_CHARS_PER_REQUEST) },
        ]);
  const rest = seeds.filter((seed) => typeof seed === 'string' || !('gathered' in seed));
  const listed: Seeds[] = [];
  for (let at = 0; at < rest.length; at += MAX_LISTED_PER_REQUEST)
    listed.push(rest.slice(at, at + MAX_LISTED_PER_REQUEST));
  return { keys, listed };
}
