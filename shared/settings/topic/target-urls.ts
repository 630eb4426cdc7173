/** URLs of the setting `targets`. */
import { normalize } from '../../url/normalize.ts';
import type { Url } from '../../url/url.ts';
import { seedsOf, urlRulesOf } from '../rules.ts';
import type { Settings } from '../settings.ts';

/** Returns why a target is invalid, or undefined. */
export function targetFault(target: string, settings: Settings): string | undefined {
  const parsed = normalize(target, undefined, urlRulesOf(settings));
  return parsed.kind === 'url' ? undefined : `${target}: is no URL that a crawl can fetch (${parsed.reason})`;
}

/** Returns the targets of a crawl as its records name them, without its seeds and without repetitions. */
export function targetsOf(settings: Settings): Url[] {
  if (!Array.isArray(settings.targets) || settings.targets.length === 0) return [];
  const rules = urlRulesOf(settings);
  const seeds = new Set(seedsOf(settings).accepted.map(({ url }) => url));
  const parsed = settings.targets.map((target) => normalize(target, undefined, rules));
  const urls = parsed.flatMap((one) => (one.kind === 'url' ? [one.url] : []));
  return [...new Set(urls)].filter((url) => !seeds.has(url));
}
