import { hasOnlyKeysOf } from '../../url/key-set.ts';
import { compileScope } from '../../url/scope.ts';
import type { Url } from '../../url/url.ts';
import { scopeRulesOf, seedsOf } from '../rules.ts';
import type { Settings } from '../settings.ts';

/** Returns the URLs whose links to their own site the scope of a crawl refuses. */
export function outsideScope(settings: Settings, urls: readonly Url[]): Url[] {
  if (settings.scope === 'any') return [];
  const scope = compileScope(scopeRulesOf(settings, acceptedSeeds(settings)));
  return urls.filter((url) => scope({ url, depth: 1, discovered: 'link' }) === 'scope');
}

/** Whether the seeds let in sites that the scope of earlier settings refused, so that links of stored pages to them were dropped. */
export function hasWiderSeeds(before: Settings, now: Settings): boolean {
  if (before.scope === 'any') return false;
  if (outsideScope(before, acceptedSeeds(now)).length > 0) return true;
  return !hasOnlyKeysOf(packedKeys(now), packedKeys(before));
}

const acceptedSeeds = (settings: Settings): Url[] => seedsOf(settings).accepted.map(({ url }) => url);

const packedKeys = (settings: Settings): readonly string[] => scopeRulesOf(settings, []).seedKeys;
