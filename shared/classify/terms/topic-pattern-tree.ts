/** Parser for expressions of topic definitions. `topic-pattern.ts` lists the supported syntax. */
import { kindAt, LETTER, UNSPACED } from '../../text/letters.ts';

/** Tests a UTF-16 unit. */
export type Test = (unit: number) => boolean;

export type Tree =
  /** `unit`: the only UTF-16 unit that passes the test; absent if there are several. */
  | { kind: 'test'; test: Test; unit?: number }
  | { kind: 'row'; parts: Tree[] }
  | { kind: 'choice'; of: Tree[] }
  | { kind: 'repeat'; part: Tree; min: 0 | 1; many: boolean };

type Parser = { source: string; at: number };

/** Parses an expression. @throws Error that describes the syntax error. */
export function parsePattern(source: string): Tree {
  const parser = { source, at: 0 };
  const tree = parseChoice(parser);
  if (parser.at < source.length) throw new Error('unmatched )');
  return tree;
}

function parseChoice(parser: Parser): Tree {
  const of = [parseRow(parser)];
  while (parser.source[parser.at] === '|') {
    parser.at++;
    of.push(parseRow(parser));
  }
  return of.length === 1 ? of[0]! : { kind: 'choice', of };
}

function parseRow(parser: Parser): Tree {
  const parts: Tree[] = [];
  while (parser.at < parser.source.length && !'|)'.includes(parser.source[parser.at]!)) parts.push(parseRepeat(parser));
  return { kind: 'row', parts };
}

function parseRepeat(parser: Parser): Tree {
  const part = parseOne(parser);
  const sign = parser.source[parser.at];
  if (sign !== '?' && sign !== '*' && sign !== '+') return part;
  parser.at++;
  // `*?` equals `*`, because the longest match is searched.
  if (sign !== '?' && parser.source[parser.at] === '?') parser.at++;
  return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, many: sign !== '?' };
}

function parseOne(parser: Parser): Tree {
  const c = parser.source[parser.at++]!;
  if (c === '(') return parseGroup(parser);
  if (c === '[') return { kind: 'test', test: parseSet(parser) };
  if (c === '\\') return parseEscape(parser);
  if (c === '.') return { kind: 'test', test: (unit) => unit !== 0x0a };
  if ('?*+'.includes(c)) throw new Error(`nothing for ${c} to repeat`);
  if ('{}^$'.includes(c)) throw new Error(`${c} is not supported; write \\${c} for the character itself`);
  // A space matches any white space between two words of a page.
  if (c === ' ') return { kind: 'repeat', part: { kind: 'test', test: isSpace }, min: 1, many: true };
  return literal(c);
}

function literal(c: string): Tree {
  const code = c.charCodeAt(0);
  return { kind: 'test', test: (unit) => unit === code, unit: code };
}

function parseGroup(parser: Parser): Tree {
  if (parser.source.startsWith('?:', parser.at)) parser.at += 2;
  if (parser.source[parser.at] === '?') throw new Error('(?…) is not supported');
  const inner = parseChoice(parser);
  if (parser.source[parser.at] !== ')') throw new Error('unmatched (: expected )');
  parser.at++;
  return inner;
}

/** Tests for `\s`. */
export const isSpace: Test = (unit) =>
  unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0 || unit === 0x3000;
const isDigit: Test = (unit) => unit >= 0x30 && unit <= 0x39;
const isLetter: Test = (unit) => unit === 0x5f || isLetterUnit(unit);
const negate =
  (test: Test): Test =>
  (unit) =>
    !test(unit);

function isLetterUnit(unit: number): boolean {
  const kind = kindAt(String.fromCharCode(unit), 0);
  return kind === LETTER || kind === UNSPACED;
}

const SHORTHANDS: Record<string, Test> = {
  s: isSpace,
  S: negate(isSpace),
  d: isDigit,
  D: negate(isDigit),
  w: isLetter,
  W: negate(isLetter),
};

function parseEscape(parser: Parser): Tree {
  const c = parser.source[parser.at++];
  if (c === undefined) throw new Error('\\ at the end of the expression');
  const test = SHORTHANDS[c];
  if (test) return { kind: 'test', test };
  if (c === 'b') return { kind: 'row', parts: [] }; // terms match whole words anyway
  if (/[a-z0-9]/i.test(c)) throw new Error(`\\${c} is not supported`);
  return literal(c);
}

function parseSet(parser: Parser): Test {
  const { source } = parser;
  const inverted = source[parser.at] === '^';
  if (inverted) parser.at++;
  const tests: Test[] = [];
  for (let first = true; first || source[parser.at] !== ']'; first = false) {
    if (parser.at >= source.length) throw new Error('unmatched [: expected ]');
    tests.push(parseSetItem(parser));
  }
  parser.at++;
  const any: Test = (unit) => tests.some((test) => test(unit));
  return inverted ? negate(any) : any;
}

function parseSetItem(parser: Parser): Test {
  const { source } = parser;
  let c = source[parser.at++]!;
  if (c === '\\') {
    c = source[parser.at++] ?? '\\';
    const test = SHORTHANDS[c];
    if (test) return test;
  }
  const from = c.charCodeAt(0);
  const next = source[parser.at + 1];
  if (source[parser.at] !== '-' || next === undefined || next === ']') return (unit) => unit === from;
  parser.at += 2;
  const to = next.charCodeAt(0);
  if (to < from) throw new Error(`the range ${c}-${next} is reversed`);
  return (unit) => unit >= from && unit <= to;
}
