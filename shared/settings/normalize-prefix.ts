import { normalize } from '../url/normalize.ts';
import type { Url } from '../url/url.ts';
import { SettingsError } from './faults.ts';
import { urlRulesOf } from './rules.ts';
import type { Settings } from './settings.ts';

/**
 * Normalises a URL prefix by the URL rules of a crawl.
 *
 * @throws SettingsError if the prefix is not a valid URL.
 */
export function normalizePrefix(text: string, settings: Settings): Url {
  const read = normalize(text, undefined, urlRulesOf(settings));
  if (read.kind === 'url') return read.url;
  throw new SettingsError([{ path: ['prefix'], message: `${text} is not a valid URL prefix (${read.reason})` }]);
}
