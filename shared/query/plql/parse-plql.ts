import { type Clause, MAX_CLAUSES, MAX_DEPTH, MAX_PARSED_LENGTH, type QueryNode } from '../ast/query-ast.ts';
import { catchFault, type ParsedQuery, QueryError, quoted } from '../ast/query-error.ts';
import { isSchema, SCHEMA_NAMES, unknownPart } from './plql-paths.ts';
import { type PlqlToken, plqlTokens } from './plql-tokens.ts';

/**
 * Parses the ProLearn Query Language, levels 0 to 2: words and texts in quotes, comparisons of metadata paths (LOM, Dublin Core,
 * MPEG-7) with values, and their combinations. Operators from the loosest: `and` and `or`; `=`, `<`, `>`; `+` and `-`; `*` and
 * `/`; `not` and unary `-`; brackets. All are left-associative. Never throws.
 */
export function parsePlql(text: string): ParsedQuery {
  return catchFault(() => {
    if (text.length > MAX_PARSED_LENGTH) {
      const message = `the query has ${text.length} characters; at most ${MAX_PARSED_LENGTH} are allowed`;
      throw new QueryError(message, MAX_PARSED_LENGTH);
    }
    const state: Descent = { tokens: plqlTokens(text), next: 0, depth: 0, clauses: 0 };
    const root = toQuery(state, parseBooleans(state));
    if (peek(state).kind !== 'end') throw unexpected(state, 'an operator or the end of the query');
    return { query: { syntax: 'plql' as const, root, sort: [] } };
  });
}

/** A recursive descent: the tokens, the next of them, the open brackets and signs, and the clauses so far. */
type Descent = { readonly tokens: readonly PlqlToken[]; next: number; depth: number; clauses: number };

/** What an expression stands for: a path, a text, a number, or a query. */
type Value =
  | { kind: 'path'; path: string; at: number }
  | { kind: 'text'; text: string; at: number }
  | { kind: 'number'; number: number; at: number }
  | { kind: 'query'; node: QueryNode; at: number };

function parseBooleans(state: Descent): Value {
  let left = parseComparison(state);
  while (isName(state, 'and') || isName(state, 'or')) {
    const { text, at } = take(state);
    const operator = text.toLowerCase() as 'and' | 'or';
    const right = toQuery(state, parseComparison(state));
    const node: QueryNode = { type: 'boolean', operator, modifiers: [], left: toQuery(state, left), right, at };
    left = { kind: 'query', node, at };
  }
  return left;
}

/** Each comparison, and the one that says the same with its sides exchanged. */
const COMPARISONS: Readonly<Record<string, string>> = {
  '=': '=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
  '<>': '<>',
  '!=': '<>',
};

function parseComparison(state: Descent): Value {
  let left = parseSum(state);
  while (peek(state).kind === 'symbol' && Object.hasOwn(COMPARISONS, peek(state).text)) {
    const { text, at } = take(state);
    left = { kind: 'query', node: compare(state, left, text, parseSum(state), at), at: left.at };
  }
  return left;
}

function compare(state: Descent, left: Value, operator: string, right: Value, at: number): Clause {
  const [path, value] = left.kind === 'path' ? [left, right] : [right, left];
  if (path.kind !== 'path') throw new QueryError(`${quoted(operator)} needs a metadata path on one side`, at);
  if (value.kind !== 'text' && value.kind !== 'number') {
    throw new QueryError(`${path.path} must be compared with a text or a number`, value.at);
  }
  const direct = operator === '!=' ? '<>' : operator;
  const relation = left.kind === 'path' ? direct : COMPARISONS[operator]!;
  const term = value.kind === 'text' ? value.text : String(value.number);
  return clause(state, { index: path.path, relation, term, at: left.at });
}

function parseSum(state: Descent): Value {
  return parseArithmetic(state, ['+', '-'], parseProduct);
}

function parseProduct(state: Descent): Value {
  return parseArithmetic(state, ['*', '/'], parseUnary);
}

function parseArithmetic(state: Descent, operators: readonly string[], operand: (state: Descent) => Value): Value {
  let left = operand(state);
  while (peek(state).kind === 'symbol' && operators.includes(peek(state).text)) {
    const { text, at } = take(state);
    const right = operand(state);
    if (left.kind !== 'number' || right.kind !== 'number') {
      throw new QueryError(`${quoted(text)} needs a number on both sides`, at);
    }
    const number = calculate(left.number, text, right.number);
    if (!Number.isFinite(number)) throw new QueryError('the result is not a number', at);
    left = { kind: 'number', number, at: left.at };
  }
  return left;
}

function calculate(left: number, operator: string, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      return left / right;
  }
}

function parseUnary(state: Descent): Value {
  const { at } = peek(state);
  const isMinus = isSymbol(state, '-');
  if (!isMinus && !isName(state, 'not')) return parsePrimary(state);
  take(state);
  const operand = nested(state, () => parseUnary(state));
  if (isMinus && operand.kind === 'number') return { kind: 'number', number: -operand.number, at };
  // `not` binds closer than a comparison, but only a query can be negated, so it takes the comparison of a path.
  const negated = operand.kind === 'path' ? parseRestOfComparison(state, operand) : operand;
  const node: QueryNode = { type: 'group', required: [], optional: [], excluded: [toQuery(state, negated)], at };
  return { kind: 'query', node, at };
}

function parseRestOfComparison(state: Descent, left: Value): Value {
  const { kind, text, at } = peek(state);
  if (kind !== 'symbol' || !Object.hasOwn(COMPARISONS, text)) return left;
  take(state);
  return { kind: 'query', node: compare(state, left, text, parseSum(state), at), at: left.at };
}

function parsePrimary(state: Descent): Value {
  const { kind, text, at } = peek(state);
  if (kind === 'string') return { kind: 'text', text: take(state).text, at };
  if (kind === 'number') return { kind: 'number', number: Number(take(state).text), at };
  if (kind === 'name' && !isName(state, 'and') && !isName(state, 'or')) return parseName(state);
  if (kind !== 'symbol' || text !== '(') throw unexpected(state, 'a word, a path or a value');
  return nested(state, () => {
    take(state);
    const value = parseBooleans(state);
    if (!isSymbol(state, ')')) throw unexpected(state, `a closing bracket for the one at ${at}`);
    take(state);
    return value;
  });
}

/** Parses a word, or a path: names joined by dots, each with a position (`[2]`) or without. */
function parseName(state: Descent): Value {
  const first = take(state);
  const parts = [first];
  let path = first.text + parsePosition(state);
  while (isSymbol(state, '.') && isPathName(state.tokens[state.next + 1])) {
    take(state);
    const part = take(state);
    parts.push(part);
    path += `.${part.text}${parsePosition(state)}`;
  }
  if (parts.length === 1) return { kind: 'text', text: path, at: first.at };
  if (isSchema(first.text)) {
    checkPath(parts);
    return { kind: 'path', path, at: first.at };
  }
  const { kind, text } = peek(state);
  if (kind !== 'symbol' || !Object.hasOwn(COMPARISONS, text)) return { kind: 'text', text: path, at: first.at };
  throw new QueryError(`there is no schema ${quoted(first.text)}; the schemas are ${SCHEMA_NAMES}`, first.at);
}

const isPathName = (token: PlqlToken | undefined): boolean => token?.kind === 'name' || token?.kind === 'number';

function checkPath(parts: readonly PlqlToken[]): void {
  const unknown = unknownPart(parts.map(({ text }) => text));
  if (unknown === -1) return;
  const before = parts.slice(0, unknown).map(({ text }) => text);
  const { text, at } = parts[unknown]!;
  throw new QueryError(`${before.join('.')} has no element ${quoted(text)}`, at);
}

function parsePosition(state: Descent): string {
  if (!isSymbol(state, '[')) return '';
  take(state);
  if (peek(state).kind !== 'number') throw unexpected(state, 'a number');
  const { text } = take(state);
  if (!isSymbol(state, ']')) throw unexpected(state, 'a closing bracket');
  take(state);
  return `[${text}]`;
}

/** Returns the query that a value stands for: a text or a number is searched everywhere. */
function toQuery(state: Descent, value: Value): QueryNode {
  switch (value.kind) {
    case 'query':
      return value.node;
    case 'path':
      throw new QueryError(`${value.path} must be compared with a value`, value.at);
    case 'text':
      return clause(state, { index: null, relation: '=', term: value.text, at: value.at });
    case 'number':
      return clause(state, { index: null, relation: '=', term: String(value.number), at: value.at });
  }
}

function clause(state: Descent, { index, relation, term, at }: Omit<Clause, 'type' | 'modifiers'>): Clause {
  if (++state.clauses > MAX_CLAUSES) throw new QueryError(`the query has more than ${MAX_CLAUSES} clauses`, at);
  return { type: 'clause', index, relation, modifiers: [], term, at };
}

function nested(state: Descent, parse: () => Value): Value {
  if (++state.depth > MAX_DEPTH) {
    throw new QueryError(`more than ${MAX_DEPTH} nested brackets and signs`, peek(state).at);
  }
  const value = parse();
  state.depth--;
  return value;
}

const peek = ({ tokens, next }: Descent): PlqlToken => tokens[next]!;

function take(state: Descent): PlqlToken {
  const token = peek(state);
  if (token.kind !== 'end') state.next++;
  return token;
}

function isSymbol(state: Descent, symbol: string): boolean {
  const { kind, text } = peek(state);
  return kind === 'symbol' && text === symbol;
}

function isName(state: Descent, name: string): boolean {
  const { kind, text } = peek(state);
  return kind === 'name' && text.toLowerCase() === name;
}

function unexpected(state: Descent, expected: string): QueryError {
  const { kind, text, at } = peek(state);
  return new QueryError(`expected ${expected}, but ${kind === 'end' ? 'the query ends' : `found ${quoted(text)}`}`, at);
}
