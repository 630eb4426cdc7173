/** Article, prepositions and conjunctions that Hebrew writes at the beginning of the next word, and the commonest pair of them. */
const PREFIXES = ['ה', 'ב', 'ל', 'מ', 'ו', 'ש', 'כ', 'וה'];

/** At least two letters: a single one is a prefix or a number. */
const HEBREW = /^[\u05d0-\u05ea]{2}/;

/** An article in front of a word of three letters or more. Such a word may also begin with this letter. */
const ARTICLE = /^ה(?=\p{L}{3})/u;

/**
 * Returns the forms in which pages may have a Hebrew word of a query: with prefixes, and without its article. Pages keep their prefixes,
 * because the first letter of a word alone does not tell whether it is one.
 *
 * @param word as the index holds it
 */
export function withHebrewPrefixes(word: string): string[] {
  if (!HEBREW.test(word)) return [];
  const bare = word.replace(ARTICLE, '');
  const prefixed = PREFIXES.map((prefix) => prefix + word);
  return bare === word ? prefixed : [bare, ...PREFIXES.map((prefix) => prefix + bare), ...prefixed.slice(1)];
}
