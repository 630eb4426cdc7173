import {
  type BooleanOperator,
  MAX_CLAUSES,
  MAX_DEPTH,
  MAX_PARSED_LENGTH,
  type Modifier,
  type Prefix,
  type QueryNode,
  type SortKey,
} from '../ast/query-ast.ts';
import { catchFault, type ParsedQuery, QueryError, quoted } from '../ast/query-error.ts';
import { type CqlToken, cqlTokens } from './cql-tokens.ts';
import { DIAGNOSTIC } from './diagnostics.ts';

/**
 * Parses CQL 1.2 and 2.0, and the relations `exact` and `scr` of CQL 1.1. Words side by side are one term, and an index and a
 * relation may stand before a group (`title = (fish or frog)`), as other parsers of CQL allow. Never throws.
 */
export function parseCql(text: string): ParsedQuery {
  return catchFault(() => {
    if (text.length > MAX_PARSED_LENGTH) {
      const message = `the query has ${text.length} characters; at most ${MAX_PARSED_LENGTH} are allowed`;
      throw new QueryError(message, MAX_PARSED_LENGTH, DIAGNOSTIC.tooLong);
    }
    const { root, sort } = parseSorted({ tokens: cqlTokens(text), next: 0, depth: 0, clauses: 0 });
    return { query: { syntax: 'cql' as const, root, sort } };
  });
}

/** A recursive descent: the tokens, the next of them, the open brackets, and the clauses so far. */
type Descent = { readonly tokens: readonly CqlToken[]; next: number; depth: number; clauses: number };

/** The index and relation that apply to a term that has none of its own. */
type Target = { index: string | null; relation: string; modifiers: Modifier[] };

const SERVER_CHOICE: Target = { index: null, relation: '=', modifiers: [] };

const BOOLEANS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'prox']);
const COMPARISON = /^(?:==|<=|>=|<>|[<>=])$/;

/** Relations that are words. Those of other context sets have a prefix (`bath.near`). */
const NAMED_RELATION = /^(?:all|any|adj|within|encloses|exact|scr)$/i;

/** A name with the prefix of a context set. An escaped dot separates nothing. */
const PREFIXED = /(?<!\\)\./;

function parseSorted(state: Descent): { root: QueryNode; sort: SortKey[] } {
  const prefixes = parsePrefixes(state);
  const root = withPrefixes(parseBooleans(state, SERVER_CHOICE), prefixes);
  const sort = keywordAt(state) === 'sortby' ? parseSortKeys(state) : [];
  if (peek(state).kind !== 'end') throw unexpected(state, 'the end of the query');
  return { root, sort };
}

function parseBooleans(state: Descent, target: Target): QueryNode {
  let node = parseClause(state, target);
  while (BOOLEANS.has(keywordAt(state))) {
    const { text, at } = take(state);
    const modifiers = parseModifiers(state);
    const right = parseClause(state, target);
    node = { type: 'boolean', operator: text.toLowerCase() as BooleanOperator, modifiers, left: node, right, at };
  }
  return node;
}

function parseClause(state: Descent, target: Target): QueryNode {
  if (isSymbol(state, '(')) return nested(state, () => parseGroup(state, target));
  if (isSymbol(state, '>')) {
    return nested(state, () => {
      const prefixes = parsePrefixes(state);
      return withPrefixes(parseBooleans(state, target), prefixes);
    });
  }
  const first = takeTerm(state, 'an index or a term');
  if (!isRelation(peek(state))) return parseTerm(state, target, first, first.at);
  const relation = take(state).text;
  const own: Target = { index: first.text, relation, modifiers: parseModifiers(state) };
  if (isSymbol(state, '(')) return nested(state, () => parseGroup(state, own));
  return parseTerm(state, own, takeTerm(state, 'a term'), first.at);
}

function parseGroup(state: Descent, target: Target): QueryNode {
  const { at } = take(state);
  const node = parseBooleans(state, target);
  if (!isSymbol(state, ')')) {
    throw unexpected(state, `a closing bracket for the one at ${at}`, DIAGNOSTIC.parentheses);
  }
  take(state);
  return node;
}

function parseTerm(state: Descent, target: Target, first: CqlToken, at: number): QueryNode {
  if (++state.clauses > MAX_CLAUSES) {
    throw new QueryError(`the query has more than ${MAX_CLAUSES} clauses`, first.at, DIAGNOSTIC.tooManyBooleans);
  }
  const words = [first.text];
  while (isTerm(peek(state)) && !BOOLEANS.has(keywordAt(state)) && keywordAt(state) !== 'sortby')
    words.push(take(state).text);
  if (isComparison(peek(state))) throw unexpected(state, 'a Boolean operator or the end of the query');
  return { type: 'clause', ...target, term: words.join(' '), ...(words.length > 1 && { words }), at };
}

function parseModifiers(state: Descent): Modifier[] {
  const modifiers: Modifier[] = [];
  while (isSymbol(state, '/')) {
    take(state);
    const name = takeTerm(state, 'the name of a modifier').text.toLowerCase();
    if (isComparison(peek(state))) {
      const comparison = take(state).text;
      modifiers.push({ name, comparison, value: takeTerm(state, 'the value of the modifier').text });
    } else modifiers.push({ name });
  }
  return modifiers;
}

function parsePrefixes(state: Descent): Prefix[] {
  const prefixes: Prefix[] = [];
  while (isSymbol(state, '>')) {
    take(state);
    const first = takeTerm(state, 'a prefix or the identifier of a context set').text;
    if (isSymbol(state, '=')) {
      take(state);
      prefixes.push({ name: first, uri: takeTerm(state, 'the identifier of a context set').text });
    } else prefixes.push({ name: null, uri: first });
  }
  return prefixes;
}

function parseSortKeys(state: Descent): SortKey[] {
  take(state);
  const keys: SortKey[] = [];
  do {
    const { text: index, at } = takeTerm(state, 'the index of a sort key');
    keys.push({ index, modifiers: parseModifiers(state), at });
  } while (isTerm(peek(state)) && keys.length < MAX_CLAUSES);
  return keys;
}

function nested(state: Descent, parse: () => QueryNode): QueryNode {
  if (++state.depth > MAX_DEPTH) {
    throw new QueryError(`more than ${MAX_DEPTH} nested brackets`, peek(state).at, DIAGNOSTIC.parentheses);
  }
  const node = parse();
  state.depth--;
  return node;
}

const peek = ({ tokens, next }: Descent): CqlToken => tokens[next]!;

function take(state: Descent): CqlToken {
  const token = peek(state);
  if (token.kind !== 'end') state.next++;
  return token;
}

function takeTerm(state: Descent, expected: string): CqlToken {
  if (!isTerm(peek(state))) throw unexpected(state, expected);
  return take(state);
}

/** Returns the next token in lower case if it is a word without quotes, otherwise an empty text. */
function keywordAt(state: Descent): string {
  const { kind, text } = peek(state);
  return kind === 'word' ? text.toLowerCase() : '';
}

function isSymbol(state: Descent, symbol: string): boolean {
  const { kind, text } = peek(state);
  return kind === 'symbol' && text === symbol;
}

const isTerm = ({ kind }: CqlToken): boolean => kind === 'word' || kind === 'string';
const isComparison = ({ kind, text }: CqlToken): boolean => kind === 'symbol' && COMPARISON.test(text);
const isRelation = (token: CqlToken): boolean =>
  isComparison(token) || (token.kind === 'word' && (NAMED_RELATION.test(token.text) || PREFIXED.test(token.text)));

function unexpected(state: Descent, expected: string, given?: number): QueryError {
  const { kind, text, at } = peek(state);
  const diagnostic = given ?? (isSymbol(state, ')') ? DIAGNOSTIC.parentheses : DIAGNOSTIC.syntax);
  const found = kind === 'end' ? 'the query ends' : `found ${quoted(text)}`;
  return new QueryError(`expected ${expected}, but ${found}`, at, diagnostic);
}

function withPrefixes(node: QueryNode, prefixes: Prefix[]): QueryNode {
  if (prefixes.length === 0 || node.type === 'group') return node;
  return { ...node, prefixes: [...prefixes, ...(node.prefixes ?? [])] };
}
