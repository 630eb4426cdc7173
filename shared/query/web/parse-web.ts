import { removeInvisible } from '../../text/invisible.ts';
import {
  type Clause,
  type Group,
  MAX_CLAUSES,
  MAX_DEPTH,
  MAX_PARSED_LENGTH,
  type QueryNode,
} from '../ast/query-ast.ts';
import { catchFault, type ParsedQuery, QueryError } from '../ast/query-error.ts';
import { webField } from '../fields/query-fields.ts';
import { isPartName, type WebToken, webTokens } from './web-tokens.ts';

/**
 * Parses the web syntax: words, "phrases", `-not`, `+required`, AND, OR, NOT, brackets, `field:value`, ranges
 * (`date:2020..2021`), wildcards (`plant*`) and similar words (`sundw~`). NOT binds closest, then AND, then OR. Everything
 * else is a word, so only a query that is too long or too deep is an error. Never throws.
 *
 * @param parts names of parts of mapped fields, which are fields too: `event.period`
 */
export function parseWeb(text: string, parts: readonly string[] = []): ParsedQuery {
  return catchFault(() => {
    if (text.length > MAX_PARSED_LENGTH) {
      const message = `the query has ${text.length} characters; at most ${MAX_PARSED_LENGTH} are allowed`;
      throw new QueryError(message, MAX_PARSED_LENGTH);
    }
    const tokens = webTokens(text, parts);
    const state: Descent = { tokens, next: 0, depth: 0, operators: 0, isShouted: isShouted(text, tokens) };
    const top = emptyGroup(0);
    while (state.next < tokens.length) {
      collectSequence(state, top, null);
      // A closing bracket without an opening one.
      state.next++;
    }
    return { query: { syntax: 'web' as const, root: simplified(top), sort: [] } };
  });
}

type Descent = {
  readonly tokens: readonly WebToken[];
  next: number;
  depth: number;
  /** Number of AND, OR and NOT so far. */
  operators: number;
  /** Whether AND, OR and NOT are words. */
  isShouted: boolean;
};

/** A part of a query, and what the sign in front of it asks for. */
type Part = { node: QueryNode; sign: '' | '-' | '+' };

/** A query in capitals with more words than this is a text: its AND, OR and NOT are words. */
const MAX_WORDS_IN_CAPITALS = 4;

const isShouted = (text: string, tokens: readonly WebToken[]): boolean =>
  !/\p{Ll}/u.test(text) && tokens.length > MAX_WORDS_IN_CAPITALS;

const emptyGroup = (at: number): Group => ({ type: 'group', required: [], optional: [], excluded: [], at });

/** Adds the parts up to a closing bracket or the end to a group. @param field the field that applies to words without one */
function collectSequence(state: Descent, group: Group, field: string | null): void {
  while (state.next < state.tokens.length && !isKind(state, 'close')) {
    const part = parseOr(state, field);
    if (part) addPart(group, part);
  }
}

function addPart(group: Group, { node, sign }: Part): void {
  if (sign === '-') group.excluded.push(node);
  else if (sign === '+') group.required.push(node);
  else if (node.type === 'group' && node.required.length === 0 && node.excluded.length === 0)
    group.optional.push(...node.optional);
  else if (node.type === 'clause' && isWord(node)) group.optional.push(node);
  else group.required.push(node);
}

/** Words are optional, because pages with most of them come first. Phrases and fields are required. */
const isWord = ({ index, relation }: Clause): boolean =>
  index === null && (relation === '=' || relation === 'wildcard' || relation === 'fuzzy');

/** Returns the only part of a group that has one, or the group. */
function simplified(group: Group): QueryNode {
  const { required, optional, excluded } = group;
  if (excluded.length > 0 || required.length + optional.length !== 1) return group;
  // `+e-mail` requires both words. One word alone is required anyway.
  const [only] = required;
  if (only?.type === 'clause' && isWord(only) && /[^\p{L}\p{M}\p{N}]/u.test(only.term)) return group;
  return required[0] ?? optional[0]!;
}

function parseOr(state: Descent, field: string | null): Part | undefined {
  return parseChain(state, field, 'or', parseAnd);
}

function parseAnd(state: Descent, field: string | null): Part | undefined {
  return parseChain(state, field, 'and', parseNot);
}

type ParsePart = (state: Descent, field: string | null) => Part | undefined;

function parseChain(state: Descent, field: string | null, name: 'and' | 'or', operand: ParsePart): Part | undefined {
  let left = operand(state, field);
  while (left && isOperator(state, name)) {
    const { at } = state.tokens[state.next]!;
    countOperator(state, at);
    state.next++;
    const right = operand(state, field);
    if (right) left = { node: join(left, name, right, at), sign: '' };
  }
  return left;
}

function join(left: Part, name: 'and' | 'or', right: Part, at: number): QueryNode {
  if (name === 'and' && right.sign === '-' && left.sign !== '-')
    return { type: 'boolean', operator: 'not', modifiers: [], left: left.node, right: right.node, at };
  return { type: 'boolean', operator: name, modifiers: [], left: asNode(left), right: asNode(right), at };
}

const asNode = ({ node, sign }: Part): QueryNode =>
  sign === '-' ? { ...emptyGroup(node.at), excluded: [node] } : node;

function countOperator(state: Descent, at: number): void {
  if (++state.operators > MAX_CLAUSES) throw new QueryError(`the query has more than ${MAX_CLAUSES} operators`, at);
}

function parseNot(state: Descent, field: string | null): Part | undefined {
  if (!isOperator(state, 'not')) return parsePrimary(state, field);
  const { at } = state.tokens[state.next++]!;
  countOperator(state, at);
  const part = nested(state, at, () => parseNot(state, field));
  return part && { node: part.node, sign: part.sign === '-' ? '' : '-' };
}

/** Returns undefined for what has no words, such as `""`. */
function parsePrimary(state: Descent, field: string | null): Part | undefined {
  const token = state.tokens[state.next++]!;
  if (token.kind === 'open') return parseGroup(state, token, field);
  const node = token.kind === 'phrase' ? phraseOf(token, field) : wordOf(token, field);
  return node && { node, sign: token.sign === '~' ? '' : token.sign };
}

function parseGroup(state: Descent, { at, sign, field: own }: WebToken, field: string | null): Part | undefined {
  const group = emptyGroup(at);
  nested(state, at, () => collectSequence(state, group, own ?? field));
  state.next++;
  const { required, optional, excluded } = group;
  if (required.length + optional.length + excluded.length === 0) return undefined;
  return { node: simplified(group), sign: sign === '~' ? '' : sign };
}

function phraseOf(token: WebToken, outer: string | null): QueryNode | undefined {
  const { field, startsWord, distance, at, sign } = token;
  const term = cleanText(token.text);
  if (term === '') return undefined;
  // A quote inside a word is an inch sign or a typing error.
  if (!startsWord) return clause(outer, '=', term, at);
  const index = field ?? outer;
  if (distance !== undefined) return clause(index, 'prox', term, at, distance);
  if (sign === '~') return clause(index, '=', term, at);
  // The value of a stored field may have blanks; it is no phrase.
  return clause(index, isStored(index) || isPartName(index) ? '=' : 'adj', term, at);
}

const FUZZY = /^([\p{L}\p{M}\p{N}-]{2,})~([\d.]*)$/u;
const WEIGHTED = /^(\p{L}[\p{L}\p{M}\p{N}-]+)\^([\d.]+)$/u;
const RANGE = /^[[{](.*)\sTO\s(.*)[\]}]$/s;
const COMPARED = /^(>=|<=|>|<)(.+)$/s;

function wordOf({ field, text, sign, at }: WebToken, outer: string | null): QueryNode | undefined {
  const index = field ?? outer;
  const term = cleanText(text);
  if (term === '') return undefined;
  if (isStored(index)) return storedClause(index, term, at);
  if (isPartName(index)) return clause(index, '=', term, at);
  const [, similar, edits] = FUZZY.exec(term) ?? [];
  if (similar !== undefined) return clause(index, 'fuzzy', similar, at, edits === '' ? undefined : edits);
  if (sign === '~') return clause(index, 'fuzzy', term, at);
  if (isWildcard(term)) return clause(index, 'wildcard', term, at);
  const [, weighted, weight] = WEIGHTED.exec(term) ?? [];
  if (weighted !== undefined)
    return { ...clause(index, '=', weighted, at), modifiers: [{ name: 'boost', comparison: '=', value: weight! }] };
  return clause(index, '=', term, at);
}

const isStored = (index: string | null): index is string => index !== null && webField(index)?.kind === 'stored';

/** Ranges and comparisons are for stored fields only. */
function storedClause(index: string, term: string, at: number): Clause {
  const [, from, to] = RANGE.exec(term) ?? /^(.*?)\.\.(.*)$/s.exec(term) ?? [];
  if (from !== undefined && to !== undefined) return clause(index, 'within', `${bound(from)} ${bound(to)}`, at);
  const [, comparison, value] = COMPARED.exec(term) ?? [];
  return comparison === undefined ? clause(index, '=', term, at) : clause(index, comparison, value!.trim(), at);
}

/** An end of a range that is not bounded is a star. */
const bound = (text: string): string => text.trim() || '*';

function clause(index: string | null, relation: string, term: string, at: number, distance?: string): Clause {
  const modifiers = distance === undefined ? [] : [{ name: 'distance', comparison: '<=', value: distance }];
  return { type: 'clause', index, relation, modifiers, term, at };
}

/**
 * Returns whether a star or a question mark stands for letters of a word, which may have digits (`B12*`) and combining marks.
 * `**bold**`, `A*`, `int *p`, `10*20` and URLs have none.
 */
function isWildcard(text: string): boolean {
  if (text.includes('**') || /[/=]/.test(text)) return false;
  return STAR_BEHIND.test(text) || STAR_BEFORE.test(text) || QUESTION_MARK_WITHIN.test(text);
}

const STAR_BEHIND = /(?<=\p{L}[\p{L}\p{M}\p{N}]+)\*|^\p{N}{2,}\*$/u;
const STAR_BEFORE = /^\*(?:\.\p{L}|\p{L}[\p{L}\p{M}\p{N}])/u;
const QUESTION_MARK_WITHIN = /^(?=[^?]*\p{L}|[^?]*\?\p{L})[\p{L}\p{M}\p{N}]+\?[\p{L}\p{M}\p{N}]+$/u;

const cleanText = (text: string): string => removeInvisible(text).toWellFormed().trim();

function nested<T>(state: Descent, at: number, parse: () => T): T {
  if (++state.depth > MAX_DEPTH) throw new QueryError(`more than ${MAX_DEPTH} nested brackets`, at);
  const result = parse();
  state.depth--;
  return result;
}

const isKind = ({ tokens, next }: Descent, kind: WebToken['kind']): boolean => tokens[next]?.kind === kind;

const SPELLINGS: Readonly<Record<string, readonly string[]>> = { and: ['AND', '&&'], or: ['OR', '||'], not: ['NOT'] };

/** Returns whether the next token is an operator with something to apply to. One at the end is a word ("Portland, OR"). */
function isOperator({ tokens, next, isShouted }: Descent, name: 'and' | 'or' | 'not'): boolean {
  const token = tokens[next];
  if (isShouted || token?.kind !== 'word' || token.field !== null || !SPELLINGS[name]!.includes(token.source))
    return false;
  const after = tokens[next + 1];
  return after !== undefined && after.kind !== 'close';
}
