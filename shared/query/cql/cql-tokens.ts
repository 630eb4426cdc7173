import { QueryError, quoted } from '../ast/query-error.ts';
import { DIAGNOSTIC } from './diagnostics.ts';

/** `symbol`: a bracket, a slash or a comparison · `string`: in quotes · `word`: without · `end`: end of the query. */
export type CqlToken = {
  kind: 'symbol' | 'string' | 'word' | 'end';
  /** Without the quotation marks around it. Backslashes stay: they tell `\*` from a mask, and XCQL has them too. */
  text: string;
  /** Position in the query, in UTF-16 units. */
  at: number;
};

const TOKEN = /(==|<=|>=|<>|[()/<>=])|"((?:[^"\\]|\\[\s\S])*)"|((?:[^\s()/<>="\\]|\\["\\]?)+)|\s+/y;

/** Splits a query. The last token is `end`. @throws QueryError for a text in quotes without an end */
export function cqlTokens(query: string): CqlToken[] {
  const tokens: CqlToken[] = [];
  const pattern = new RegExp(TOKEN);
  for (let at = 0; at < query.length; at = pattern.lastIndex) {
    const found = pattern.exec(query);
    if (!found) throw unclosed(query, at);
    const [, symbol, string, word] = found;
    if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol, at });
    else if (string !== undefined) tokens.push({ kind: 'string', text: string, at });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, at });
  }
  tokens.push({ kind: 'end', text: '', at: query.length });
  return tokens;
}

const unclosed = (query: string, at: number): QueryError =>
  new QueryError(`the quotation mark before ${quoted(query.slice(at + 1))} is not closed`, at, DIAGNOSTIC.quotes);
