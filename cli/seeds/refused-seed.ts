import { checkUrl, ipLiteralOf } from '../../shared/net/guard.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { REASONS, type Reason } from '../../shared/url/reason.ts';
import type { Url } from '../../shared/url/url.ts';
import { printable } from '../output/terminal.ts';

/** The line that tells of a seed that is not taken. @param seed as it was given, or the place where it stands. */
export function refusalMessage(seed: string, reason: Reason): string {
  return `seed refused: ${printable(seed)}: ${reason} (${REASONS[reason]})`;
}

/**
 * What can be told of an address before it is looked up: with names of one's own (`network.resolve`), or ranges that they may
 * lead to (`network.allowPrivate`), only of a bare address.
 */
export function isPrivateAddress(url: Url, { network }: Settings): boolean {
  const named = ipLiteralOf(new URL(url).hostname) === undefined;
  if (named && (network.allowPrivate.length > 0 || Object.keys(network.resolve).length > 0)) return false;
  return checkUrl(url, network.allowPrivate) !== undefined;
}
