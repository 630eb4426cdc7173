/** Endings of pages and documents; what stands behind another dot is a part of the name. */
const EXTENSION =
  /\.(?:[sx]?html?|php|aspx?|jsp|pdf|e?ps|dvi|tex|latex|txt|text|md|rtf|epub|mobi|djvu?|doc[xm]?|dotx?|odt|xls[xm]?|ods|csv|pp[ts]x?|od[pg]|xml)(?:\.(?:gz|z|bz2|zip))?$/i;

/** The same document in another format has the same address but for the extension. @returns the address without its extension; undefined: it has none, or a query. */
export function stemOf(url: string): string | undefined {
  const at = url.search(EXTENSION);
  // A host alone has dots too.
  return at === -1 || url.includes('?') || url.lastIndexOf('/', at) < url.indexOf('://') + 3
    ? undefined
    : url.slice(0, at);
}
