/** Maximum length of a URL, in characters. The protocol allows fewer than 2,048. */
const MAX_URL_LENGTH = 8_192;

/**
 * Resolves a URL of a sitemap or feed like a browser.
 *
 * @param base URL of the file; `undefined` accepts only absolute URLs.
 * @returns `undefined` for an invalid URL or a scheme other than http, https and ftp.
 */
export function resolveSitemapUrl(text: string, base: string | undefined): string | undefined {
  const trimmed = text.trim();
  // An entity that was not expanded would be taken for a relative URL.
  if (trimmed === '' || trimmed.length > MAX_URL_LENGTH || trimmed.startsWith('&')) return undefined;
  const parsed = URL.parse(trimmed, base);
  return parsed && /^(?:https?|ftp):$/.test(parsed.protocol) ? parsed.href : undefined;
}
