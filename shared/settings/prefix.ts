import { normalize } from '../url/normalize.ts';
import type { Url } from '../url/url.ts';
import { SettingsError } from './faults.ts';
import { urlRulesOf } from './rules.ts';
import type { Settings } from './settings.ts';

/**
 * What addresses of a crawl begin with, spelled as the crawl spells them.
 *
 * @throws SettingsError when it does not begin as a whole address does.
 */
export function prefixOf(text: string, settings: Settings): Url {
  const read = normalize(text, undefined, urlRulesOf(settings));
  if (read.kind === 'url') return read.url;
  throw new SettingsError([{ path: ['prefix'], message: `${text}: is no address to begin with (${read.reason})` }]);
}
