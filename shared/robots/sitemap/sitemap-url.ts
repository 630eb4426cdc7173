/** The protocol allows less than 2,048. Characters. */
const LONGEST_ADDRESS = 8_192;

/**
 * An address as a sitemap or a feed writes it.
 *
 * @param base undefined: only an absolute address is one.
 * @returns as a browser resolves it; undefined for what is none, or of another scheme than http, https and ftp.
 */
export function resolveSitemapUrl(text: string, base: string | undefined): string | undefined {
  const said = text.trim();
  // An entity that was not expanded, and never is, would be taken for a relative address.
  if (said === '' || said.length > LONGEST_ADDRESS || said.startsWith('&')) return undefined;
  const parsed = URL.parse(said, base);
  return parsed && /^(?:https?|ftp):$/.test(parsed.protocol) ? parsed.href : undefined;
}
