/** Extensions of pages and documents. Text after another dot is part of the name. */
const EXTENSION =
  /\.(?:[sx]?html?|php|aspx?|jsp|pdf|e?ps|dvi|tex|latex|txt|text|md|rtf|epub|mobi|djvu?|doc[xm]?|dotx?|o[dt]t|xls[xm]?|ods|csv|pp[ts]x?|od[pg]|xml)(?:\.(?:gz|z|bz2|zip))?$/i;

/**
 * Removes the file extension from a URL. Formats of the same document share the result.
 *
 * @returns `undefined` if the URL has no known extension, or has a query.
 */
export function stemOf(url: string): string | undefined {
  const at = url.search(EXTENSION);
  // Ignore dots of the host.
  return at === -1 || url.includes('?') || url.lastIndexOf('/', at) < url.indexOf('://') + 3
    ? undefined
    : url.slice(0, at);
}
