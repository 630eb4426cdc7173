import type { Item } from './memory-dynamo.ts';

/** Value of an attribute in the wire format: `{ S: 'text' }`, `{ N: '1' }`, `{ B: base64 }`, `{ BOOL }`, `{ M }`, `{ SS }`. */
export type Value = { S?: string; N?: string; B?: string; BOOL?: boolean; M?: Item; SS?: string[] };

/** Placeholders of a request: `#name` → attribute, `:value` → value. */
export type Placeholders = { names: Record<string, string>; values: Item; used: Set<string> };

/** An expression that DynamoDB refuses. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

type Tokens = { list: string[]; at: number };

const TOKEN = /\s*(<>|<=|>=|[(),.=<>+-]|[#:]?\w+)/y;
const COMPARISONS: Record<string, (a: Value, b: Value) => boolean> = {
  '=': (a, b) => compare(a, b) === 0,
  '<>': (a, b) => compare(a, b) !== 0,
  '<': (a, b) => (compare(a, b) ?? 0) < 0,
  '<=': (a, b) => (compare(a, b) ?? 1) <= 0,
  '>': (a, b) => (compare(a, b) ?? 0) > 0,
  '>=': (a, b) => (compare(a, b) ?? -1) >= 0,
};

/** Compares two values of one type; undefined if the types differ. */
export function compare(a: Value, b: Value): number | undefined {
  if (a.N !== undefined && b.N !== undefined) return Number(a.N) - Number(b.N);
  for (const type of ['S', 'B'] as const) {
    const [x, y] = [a[type], b[type]];
    // The order of UTF-16 units is that of DynamoDB, by bytes, except beyond U+D7FF.
    if (x !== undefined && y !== undefined) return x < y ? -1 : x > y ? 1 : 0;
  }
  if (a.BOOL !== undefined && b.BOOL !== undefined) return Number(a.BOOL) - Number(b.BOOL);
  return undefined;
}

/** Evaluates a condition or a key condition. A comparison with a missing attribute is false. */
export function holds(expression: string, item: Item, given: Placeholders): boolean {
  const tokens = tokenise(expression);
  const result = either(tokens, item, given);
  if (tokens.at < tokens.list.length) throw unexpected(tokens);
  return result;
}

function either(tokens: Tokens, item: Item, given: Placeholders): boolean {
  let result = both(tokens, item, given);
  while (accept(tokens, 'OR')) result = both(tokens, item, given) || result;
  return result;
}

function both(tokens: Tokens, item: Item, given: Placeholders): boolean {
  let result = single(tokens, item, given);
  while (accept(tokens, 'AND')) result = single(tokens, item, given) && result;
  return result;
}

function single(tokens: Tokens, item: Item, given: Placeholders): boolean {
  if (accept(tokens, '(')) {
    const result = either(tokens, item, given);
    expect(tokens, ')');
    return result;
  }
  for (const name of ['attribute_exists', 'attribute_not_exists']) {
    if (!accept(tokens, name)) continue;
    expect(tokens, '(');
    const found = operand(tokens, item, given);
    expect(tokens, ')');
    return (found !== undefined) === (name === 'attribute_exists');
  }
  const left = operand(tokens, item, given);
  if (accept(tokens, 'IN')) {
    const list = listOf(tokens, () => operand(tokens, item, given));
    return list.some((right) => left !== undefined && right !== undefined && compare(left, right) === 0);
  }
  const sign = next(tokens);
  const comparison = COMPARISONS[sign];
  if (!comparison) throw new ExpressionError(`unknown comparison "${sign}"`);
  const right = operand(tokens, item, given);
  return left !== undefined && right !== undefined && comparison(left, right);
}

/** Returns the item after an update. All operands refer to the item before it. */
export function updated(expression: string, before: Item, given: Placeholders): Item {
  const tokens = tokenise(expression);
  const after = { ...before };
  while (tokens.at < tokens.list.length) {
    const clause = next(tokens);
    do {
      const name = attribute(tokens, given);
      if (clause === 'REMOVE') delete after[name];
      else if (clause === 'ADD') after[name] = addTo(before[name], operand(tokens, before, given));
      else if (clause === 'DELETE') deleteFrom(after, name, operand(tokens, before, given));
      else if (clause === 'SET') {
        const key = accept(tokens, '.') ? attribute(tokens, given) : undefined;
        expect(tokens, '=');
        const value = sum(tokens, before, given);
        after[name] = key === undefined ? value : { M: { ...mapOf(after[name]), [key]: value } };
      } else throw new ExpressionError(`unknown clause "${clause}"`);
    } while (accept(tokens, ','));
  }
  return after;
}

/** Adds to a number or to a set of strings; both may be missing. */
function addTo(before: Value | undefined, added: Value | undefined): Value {
  if (added?.SS === undefined) return add(before ?? { N: '0' }, added, 1);
  if (before !== undefined && before.SS === undefined)
    throw new ExpressionError('the attribute is not a set of strings');
  return { SS: [...new Set([...(before?.SS ?? []), ...setOf(added)])] };
}

/** Deletes members of a set. DynamoDB has no empty sets: without a member, the attribute is removed. */
function deleteFrom(item: Item, name: string, members: Value | undefined): void {
  const deleted = new Set(setOf(members));
  const left = (item[name]?.SS ?? []).filter((one) => !deleted.has(one));
  if (left.length > 0) item[name] = { SS: left };
  else delete item[name];
}

function setOf(value: Value | undefined): string[] {
  if (!value?.SS || value.SS.length === 0) throw new ExpressionError('an operand is not a set of strings, or is empty');
  return value.SS;
}

/** Returns the entries of a map; DynamoDB refuses an update inside anything else. */
function mapOf(value: Value | undefined): Item {
  if (!value?.M) throw new ExpressionError('The document path provided in the update expression is invalid for update');
  return value.M;
}

function sum(tokens: Tokens, item: Item, given: Placeholders): Value {
  const first = operand(tokens, item, given);
  if (first === undefined) throw new ExpressionError('an operand of the update does not exist in the item');
  if (accept(tokens, '+')) return add(first, operand(tokens, item, given), 1);
  if (accept(tokens, '-')) return add(first, operand(tokens, item, given), -1);
  return first;
}

function add(a: Value, b: Value | undefined, sign: 1 | -1): Value {
  if (a.N === undefined || b?.N === undefined) throw new ExpressionError('an operand of the sum is not a number');
  return { N: `${Number(a.N) + sign * Number(b.N)}` };
}

function operand(tokens: Tokens, item: Item, given: Placeholders): Value | undefined {
  if (accept(tokens, 'if_not_exists')) {
    const [found, instead] = listOf(tokens, () => operand(tokens, item, given));
    return found ?? instead;
  }
  if (accept(tokens, 'size')) {
    const [value] = listOf(tokens, () => operand(tokens, item, given));
    return value && { N: `${(value.SS ?? value.S ?? []).length}` };
  }
  if (tokens.list[tokens.at]?.startsWith(':')) {
    const name = next(tokens);
    given.used.add(name);
    const value = given.values[name];
    if (!value) throw new ExpressionError(`the value ${name} is not given`);
    return value;
  }
  let found = item[attribute(tokens, given)];
  while (accept(tokens, '.')) {
    const name = attribute(tokens, given);
    found = found?.M?.[name];
  }
  return found;
}

function listOf<T>(tokens: Tokens, read: () => T): T[] {
  const found: T[] = [];
  expect(tokens, '(');
  do found.push(read());
  while (accept(tokens, ','));
  expect(tokens, ')');
  return found;
}

function attribute(tokens: Tokens, given: Placeholders): string {
  const name = next(tokens);
  given.used.add(name);
  const found = given.names[name];
  // Real names are refused, since many are reserved words.
  if (found === undefined) throw new ExpressionError(`the name ${name} is not given`);
  return found;
}

/** Tokens of the expressions seen so far: a query evaluates its expression for each item. */
const known = new Map<string, string[]>();

function tokenise(expression: string): Tokens {
  const list = known.get(expression) ?? [];
  if (list.length > 0) return { list, at: 0 };
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < expression.trimEnd().length; ) {
    const found = TOKEN.exec(expression);
    if (!found) throw new ExpressionError(`cannot read the expression "${expression}"`);
    list.push(found[1]!);
  }
  known.set(expression, list);
  return { list, at: 0 };
}

const accept = (tokens: Tokens, token: string): boolean => tokens.list[tokens.at] === token && ++tokens.at > 0;

function next(tokens: Tokens): string {
  const token = tokens.list[tokens.at++];
  if (token === undefined) throw new ExpressionError('the expression ends early');
  return token;
}

function expect(tokens: Tokens, token: string): void {
  if (!accept(tokens, token)) throw unexpected(tokens);
}

const unexpected = ({ list, at }: Tokens) => new ExpressionError(`unexpected "${list[at]}" in "${list.join(' ')}"`);
