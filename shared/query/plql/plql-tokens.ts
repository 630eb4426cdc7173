import { QueryError, quoted } from '../ast/query-error.ts';

/** `string`: in quotes · `end`: end of the query. The others are what they say. */
export type PlqlToken = {
  kind: 'symbol' | 'string' | 'number' | 'name' | 'end';
  /** Without quotes and escapes. */
  text: string;
  /** Position in the query, in UTF-16 units. */
  at: number;
};

/** A hyphen between letters belongs to a name (`MPEG-7`, `meat-eating`). */
const TOKEN =
  /(<=|>=|<>|!=|[()[\].=<>+*/-])|"((?:[^"\\]|\\[\s\S])*)"|'((?:[^'\\]|\\[\s\S])*)'|“([^”]*)”|[‘’]([^’]*)’|(\d+(?:\.\d+)?(?![\p{L}_]))|([^\s()[\].=<>+*/"'“”‘’-]+(?:-[\p{L}\p{N}][^\s()[\].=<>+*/"'“”‘’-]*)*)|\s+/uy;

/** Splits a query. The last token is `end`. @throws QueryError for a text in quotes without an end */
export function plqlTokens(query: string): PlqlToken[] {
  const tokens: PlqlToken[] = [];
  const pattern = new RegExp(TOKEN);
  for (let at = 0; at < query.length; at = pattern.lastIndex) {
    const found = pattern.exec(query);
    if (!found) throw new QueryError(`the quotation mark before ${quoted(query.slice(at + 1))} is not closed`, at);
    const [, symbol, double, single, curly, apostrophes, number, name] = found;
    const string = double ?? single ?? curly ?? apostrophes;
    if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol, at });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string.replace(/\\([\s\S])/g, '$1'), at });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, at });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, at });
  }
  tokens.push({ kind: 'end', text: '', at: query.length });
  return tokens;
}
