/** Length of an excerpt, and of its part before the term, in characters. */
const EXCERPT_LENGTH = 300;
const LENGTH_BEFORE = 80;

/** Returns the text around the first occurrence of a term, or the start of the text. Cuts between words. */
export function excerptAround(text: string, term: string | undefined): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  // The first word: a term may be a regular expression, or match in several places.
  const word = /[\p{L}\p{N}]{2,}/u.exec(term ?? '')?.[0].toLowerCase();
  const at = word === undefined ? -1 : plain.toLowerCase().indexOf(word);
  const from = at <= LENGTH_BEFORE ? 0 : plain.indexOf(' ', at - LENGTH_BEFORE) + 1;
  const rest = plain.slice(from);
  if (rest.length <= EXCERPT_LENGTH) return from > 0 ? `… ${rest}` : rest;
  const space = rest.lastIndexOf(' ', EXCERPT_LENGTH);
  const cut = rest.slice(0, space > 0 ? space : EXCERPT_LENGTH);
  return `${from > 0 ? '… ' : ''}${cut} …`;
}
