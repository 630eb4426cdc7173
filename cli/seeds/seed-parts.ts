import type { Settings } from '../../shared/settings/settings.ts';

/** Maximum number of listed seeds per request, well within the gateway's timeout of 30 s. */
const MAX_LISTED_PER_REQUEST = 500;
/**
 * Maximum length of the scope keys per request, in Base64 characters. A function accepts 6 MB. A multiple of 32, which
 * hold three fingerprints: 375,000 hosts.
 */
const MAX_KEY_CHARS_PER_REQUEST = 4_000_000;

type Seeds = Settings['seeds'];

/** Seeds of a crawl in a stack, split into requests. */
export type SeedParts = {
  /** Scope keys of the gathered seeds that follow. */
  keys: Seeds[];
  /** Seeds that are listed in the settings. */
  listed: Seeds[];
};

/** Splits the seeds of settings into parts that each fit into one request to the admin function. */
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
