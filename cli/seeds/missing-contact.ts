import { compileOverrides } from '../../shared/net/address-overrides.ts';
import { checkAddress, checkUrl } from '../../shared/net/guard.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { isSeedSource } from '../../shared/settings/stages/web-list.ts';
import type { Url } from '../../shared/url/url.ts';
import type { Terminal } from '../output/terminal.ts';

/** A URL with or without its scheme (`+example.org/bot` is common in user agents), or a mail address. */
const CONTACT = /https?:\/\/[\w[]|\bwww\.\w|(?:^|[\s(;,])\+(?:[\w-]+\.)+[a-z]{2,}|[^\s@()<>;,]@(?:[\w-]+\.)+\w/i;

/** Names for tests and documentation, which no public site has (RFC 6761, 6.2, 6.4 and 6.5). */
const RESERVED_NAME = /\.(?:test|invalid|example)\.?$/;

/**
 * Warns about a user agent without a URL or mail address. Prints nothing if no seed is public: hosts on private or loopback
 * addresses usually belong to the user. Seeds in files count as public, because they are not read here.
 */
export function warnMissingContact(settings: Settings, terminal: Pick<Terminal, 'err'>): void {
  const { userAgent } = settings;
  if (CONTACT.test(userAgent) || !mayHavePublicSeed(settings)) return;
  terminal.err(
    `warning: site owners cannot reach you: the user agent ${userAgent} has no URL or mail address; set userAgent (--user-agent), such as Bogbot/1.0 (+https://example.org/bot)`,
  );
}

function mayHavePublicSeed(settings: Settings): boolean {
  if (settings.seeds.some((seed) => isSeedSource(seed) || (typeof seed === 'object' && 'gathered' in seed)))
    return true;
  const overrideOf = compileOverrides(settings.network.resolve);
  // Private ranges that the crawl may fetch are still private, so the checks below permit none.
  const isPrivate = (url: Url) => {
    const { hostname } = new URL(url);
    const override = overrideOf(hostname);
    if (override) return checkAddress(override.address, []) !== undefined;
    return RESERVED_NAME.test(hostname) || checkUrl(url, []) !== undefined;
  };
  return seedsOf(settings).accepted.some(({ url }) => !isPrivate(url));
}
