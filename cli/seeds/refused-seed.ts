import { checkUrl, ipLiteralOf } from '../../shared/net/guard.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { REASONS, type Reason } from '../../shared/url/reason.ts';
import type { Url } from '../../shared/url/url.ts';
import { printable } from '../output/terminal.ts';

/**
 * Formats the message for a refused seed.
 *
 * @param seed the seed as given, or its position in a file
 */
export function refusalMessage(seed: string, reason: Reason): string {
  const hint = reason === 'malformed' && !seed.includes('://') ? '; a URL begins with https:// or http://' : '';
  return `seed refused: ${printable(seed)}: ${reason} (${REASONS[reason]})${hint}`;
}

/**
 * Reports whether a URL is refused as a private address before a DNS lookup. If the settings resolve host names or
 * allow private ranges, only IP literals can be judged.
 */
export function isPrivateAddress(url: Url, { network }: Settings): boolean {
  const named = ipLiteralOf(new URL(url).hostname) === undefined;
  if (named && (network.allowPrivate.length > 0 || Object.keys(network.resolve).length > 0)) return false;
  return checkUrl(url, network.allowPrivate) !== undefined;
}
