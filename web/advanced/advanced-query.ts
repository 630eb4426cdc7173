/** Number of rows of the form. */
export const ROWS = 4;

/** Fields of a row of the advanced form, by their names in the web syntax. `any`: all texts. */
export const ROW_FIELDS = [
  'any',
  'title',
  'author',
  'abstract',
  'keywords',
  'headings',
  'text',
  'anchor',
  'url',
  'annotation',
] as const;
export type RowField = (typeof ROW_FIELDS)[number];

/** How the words of a row are combined. */
export const ROW_MATCHES = ['all', 'any', 'phrase'] as const;

/** How a row is combined with those above it. */
export const ROW_OPERATORS = ['and', 'or', 'not'] as const;

/** A row of the advanced form. `operator` of the first row that has words does not count. */
export type AdvancedRow = {
  operator: (typeof ROW_OPERATORS)[number];
  field: RowField;
  match: (typeof ROW_MATCHES)[number];
  text: string;
};

/**
 * Returns the query of an advanced form in the web syntax. Rows apply from the first to the last, and rows without words are left out.
 * All input is words: only `*` and `?` keep their meaning.
 */
export function advancedQuery(rows: readonly AdvancedRow[]): string {
  let query = '';
  let isGroup = false;
  for (const { operator, ...row } of rows) {
    const terms = termsOf(row);
    if (terms.length === 0) continue;
    const isLone = query === '';
    // A lone row needs no brackets, but what follows may bind closer than its own operator.
    const own = terms.length === 1 ? terms[0]! : `(${terms.join(row.match === 'any' ? ' OR ' : ' AND ')})`;
    query = isLone ? own : `${isGroup ? `(${query})` : query} ${OPERATORS[operator]} ${own}`;
    isGroup = !isLone;
  }
  return query;
}

const OPERATORS = { and: 'AND', or: 'OR', not: 'AND NOT' } as const;

function termsOf({ field, match, text }: Omit<AdvancedRow, 'operator'>): string[] {
  const prefix = field === 'any' ? '' : `${field}:`;
  const words = text
    .replaceAll(/["\u201C\u201D\u201E\u00AB\u00BB]/g, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return [];
  if (match === 'phrase' && words.length > 1) return [`${prefix}"${words.join(' ')}"`];
  return words.map((word) => prefix + literal(word));
}

/** Puts a word in quotation marks if it could be an operator or have one. */
const literal = (word: string): string =>
  /^[\p{L}\p{N}\p{M}*?]+$/u.test(word) && !/^(?:AND|OR|NOT)$/.test(word) ? word : `"${word}"`;
