/** Pieces of a formula, and how they are put together: brackets, and spaces between the parts of a row. */
import { type MathSign, mathSign } from './math-signs.ts';
import type { MathNode } from './math-tree.ts';

/** A piece of a formula: a range of the page, or a sign if `sign` is not 0. `isSpaced`: whether a space precedes it. */
export type MathPiece = { from: number; to: number; text: string; sign: number; isSpaced: boolean };

// How tightly the parts of an expression belong together.
export const ROW = 0;
export const FRACTION = 1;
export const SCRIPT = 2;
export const ATOM = 3;

export type Expression = { pieces: MathPiece[]; binding: number };

/** Operators with spaces around them outside of scripts. */
export const RELATION = /^(?:[=<>≠≤≥≈≡∼≃≅∝∈∉⊂⊆⊃⊇→←↔⇒⇐⇔↦≪≫≔]|:=|[+\-−±∓×÷⋅∪∩∧∨])$/u;
const MAY_BE_PREFIX = /^[+\-−±∓]$/u;
const AFTER_OPERAND = /[\p{L}\p{N}\p{M})\]}|′!]$/u;
const ALPHANUMERIC_END = /[\p{L}\p{N}]$/u;
const ALPHANUMERIC_START = /^[\p{L}\p{N}]/u;
const LETTERS = /^\p{L}{2,}/u;
const OPENING = /^[([{⟨⌊⌈]$/u;
const CLOSING = /^[)\]}⟩⌋⌉]$/u;
const ANY_FENCE = /^[([{⟨⌊⌈|‖]$/u;

/** Whether a space precedes the next part of a row. */
export function needsSpace(
  pieces: readonly MathPiece[],
  before: Expression | undefined,
  next: Expression,
  isOperator: boolean,
): boolean {
  const end = pieces.at(-1)?.text ?? '';
  const start = next.pieces[0]?.text ?? '';
  if (before === undefined) return false;
  if (isOperator && RELATION.test(start))
    return !MAY_BE_PREFIX.test(start) || before.binding === SCRIPT || AFTER_OPERAND.test(end);
  if (ALPHANUMERIC_END.test(end) && next.binding === FRACTION) return true;
  const isWord = ALPHANUMERIC_START.test(start);
  if (isWord && (before.binding === FRACTION || before.binding === SCRIPT)) return true;
  if (before.binding === FRACTION && start === '(') return true;
  if (!isWord || !ALPHANUMERIC_END.test(end)) return false;
  return LETTERS.test(end) || LETTERS.test(start) || before.binding === ROW || next.binding === ROW;
}

export const EMPTY: Expression = { pieces: [], binding: ATOM };

export function sign({ from }: MathNode, text: MathSign): MathPiece {
  return { from, to: from, text, sign: mathSign(text), isSpaced: false };
}

export function atom(...parts: readonly (MathPiece | readonly MathPiece[])[]): Expression {
  return { pieces: parts.flat(), binding: ATOM };
}

/** Returns the pieces, in brackets if the parts of the expression belong together less than `binding`. */
export function inBrackets(node: MathNode, { pieces, binding }: Expression, min: number): readonly MathPiece[] {
  return binding >= min || pieces.length === 0 ? pieces : [sign(node, '('), ...pieces, sign(node, ')')];
}

export function joined(node: MathNode, parts: readonly Expression[], separator: ', ' | '; '): Expression {
  const shown = parts.filter(({ pieces }) => pieces.length > 0);
  const pieces = shown.flatMap(({ pieces: own }, i) => (i === 0 ? own : [sign(node, separator), ...own]));
  return { pieces, binding: shown.length === 1 ? (shown[0] as Expression).binding : ROW };
}

export const isFenceBefore = (pieces: readonly MathPiece[]): boolean => ANY_FENCE.test(pieces.at(-1)?.text ?? '');

/** Whether a row is in one pair of brackets. */
export function isFenced(pieces: readonly MathPiece[]): boolean {
  let depth = 0;
  for (const [i, { text }] of pieces.entries()) {
    if (text === ')(') continue;
    if (OPENING.test(text) || text.endsWith('(')) depth++;
    else if (CLOSING.test(text)) depth--;
    if (depth === 0) return i > 0 && i === pieces.length - 1;
  }
  return false;
}
