/** What a page asks of robots: meta robots and X-Robots-Tag, as the large search engines document them. */

const OURS = ['noindex', 'nofollow', 'noarchive', 'nosnippet'] as const;

/**
 * @param metas values of `<meta name="robots">` and of the one with our own name.
 * @param headers values of X-Robots-Tag; a value may begin with the name of the robot that it speaks to.
 * @returns the words that concern us, in the order of `noindex`, `nofollow`, `noarchive`, `nosnippet`.
 */
export function robotsWords(metas: readonly string[], headers: readonly string[], agent: string): string[] {
  if (metas.length === 0 && headers.length === 0) return [];
  const said = new Set<string>();
  for (const value of [...metas, ...headers.map((header) => spokenTo(header, agent))])
    for (const word of value.toLowerCase().split(/[\s,;]+/))
      if (word === 'none') said.add('noindex').add('nofollow');
      else said.add(word);
  return OURS.filter((word) => said.has(word));
}

/** The value without the name before it, or '' when it speaks to somebody else. */
function spokenTo(header: string, agent: string): string {
  const named = /^\s*([^\s:,]+)\s*:(.*)$/s.exec(header);
  if (!named || WITH_VALUE.test(named[1] as string)) return header;
  return named[1]?.toLowerCase() === agent.toLowerCase() ? (named[2] as string) : '';
}

/** Words that have a value of their own, and are no names. */
const WITH_VALUE = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/i;
