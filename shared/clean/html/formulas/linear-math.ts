/**
 * Writes formulas in MathML on one line: `1/2`, `x^2`, `a_1`, `sqrt(x)`, `[1, 0; 0, 1]`. Without signs between its parts a half x would be 12x.
 */
import {
  ATOM,
  atom,
  EMPTY,
  type Expression,
  FRACTION,
  inBrackets,
  isFenceBefore,
  isFenced,
  joined,
  type MathPiece,
  needsSpace,
  RELATION,
  ROW,
  SCRIPT,
  sign,
} from './math-pieces.ts';
import { type MathSign, mathSign } from './math-signs.ts';
import type { MathNode } from './math-tree.ts';

/** Signs that stand above, below or behind a letter without a sign between them. */
const ACCENT = /^(?:[¯ˉ‾^ˆ~˜˙¨→←´`ˇ˘⏞⏟︷︸_′″‴°]|\u20d7|\u0332)+$/u;
/** Function application, invisible times, separator and plus. */
const INVISIBLE = /^[\u2061-\u2064]+$/;
/** The invisible operator between a function and its argument. */
const APPLICATION = '\u2061';

/** Returns the pieces of a formula. */
export function linearMath(root: MathNode): MathPiece[] {
  return writeRow(root.children, false).pieces;
}

function write(node: MathNode, isCompact: boolean): Expression {
  const { name, children } = node;
  const [first, second, third] = children as [MathNode?, MathNode?, MathNode?];
  const part = (child: MathNode | undefined, compact = isCompact) =>
    child === undefined ? EMPTY : write(child, compact);
  switch (name) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'ms':
    case 'mtext':
      return writeToken(node);
    case 'mphantom':
    case 'mspace':
    case 'none':
    case 'mprescripts':
    case 'malignmark':
    case 'maligngroup':
      return EMPTY;
    case 'mfrac':
      return second === undefined ? part(first) : writeFraction(node, part(first), part(second));
    case 'msqrt':
      return atom(sign(node, 'sqrt('), writeRow(children, isCompact).pieces, sign(node, ')'));
    case 'mroot':
      return atom(
        sign(node, 'root('),
        part(second, true).pieces,
        sign(node, ')('),
        part(first).pieces,
        sign(node, ')'),
      );
    case 'msup':
    case 'mover':
      return withScripts(node, part(first), undefined, part(second, true));
    case 'msub':
    case 'munder':
      return withScripts(node, part(first), part(second, true), undefined);
    case 'msubsup':
    case 'munderover':
      return withScripts(node, part(first), part(second, true), part(third, true));
    case 'mmultiscripts':
      return writeMultiscripts(node, isCompact);
    case 'mtable':
      return writeTable(node);
    case 'mfenced':
      return writeFenced(node, isCompact);
    case 'maction':
      return part(first);
    default:
      return writeRow(children, isCompact);
  }
}

function writeToken({ name, from, to, text }: MathNode): Expression {
  if (text === '' || INVISIBLE.test(text)) return EMPTY;
  return {
    pieces: [{ from, to, text, sign: 0, isSpaced: false }],
    binding: name === 'mtext' && text.includes(' ') ? ROW : ATOM,
  };
}

function writeRow(nodes: readonly MathNode[], isCompact: boolean): Expression {
  const pieces: MathPiece[] = [];
  let before: Expression | undefined;
  let isApart = false;
  let isApplied = false;
  let count = 0;
  let last = EMPTY;
  for (const node of nodes) {
    const isTable = node.name === 'mtable' && !isFenceBefore(pieces);
    const next = isTable ? writeLines(node) : write(node, isCompact);
    const [head] = next.pieces;
    if (head === undefined) {
      isApart ||= node.name === 'mspace';
      isApplied ||= node.name === 'mo' && node.text.includes(APPLICATION);
      continue;
    }
    const isOperator = node.name === 'mo';
    const isSpaced =
      needsSpace(pieces, before, next, isOperator && !isCompact) || isApart || (isApplied && head.text !== '(');
    pieces.push(pieces.length > 0 && isSpaced ? { ...head, isSpaced: true } : head);
    for (const piece of next.pieces.slice(1)) pieces.push(piece);
    // After an operator with spaces, and after a separator.
    const isBinary = isOperator && !isCompact && isSpaced && RELATION.test(head.text);
    isApart = isBinary || (isOperator && /^[,;]$/.test(head.text));
    isApplied = false;
    before = next;
    last = next;
    count++;
  }
  if (count === 1) return { pieces, binding: last.binding };
  return { pieces, binding: isFenced(pieces) ? ATOM : ROW };
}

function writeFraction(node: MathNode, above: Expression, below: Expression): Expression {
  if (/\blinethickness\s*=\s*["']?0/.test(node.attributes))
    return atom(sign(node, 'binom('), above.pieces, sign(node, ', '), below.pieces, sign(node, ')'));
  const pieces = [...inBrackets(node, above, SCRIPT), sign(node, '/'), ...inBrackets(node, below, SCRIPT)];
  return { pieces, binding: FRACTION };
}

function withScripts(node: MathNode, base: Expression, below?: Expression, above?: Expression): Expression {
  const scripts = scriptPieces(node, below, above);
  if (scripts.length === 0) return base;
  return { pieces: [...inBrackets(node, base, ATOM), ...scripts], binding: SCRIPT };
}

function scriptPieces(node: MathNode, below?: Expression, above?: Expression): MathPiece[] {
  const pieces: MathPiece[] = [];
  const isAccent = (script: Expression) => script.pieces.every(({ text }) => ACCENT.test(text));
  for (const [mark, script] of [['_', below] as const, ['^', above] as const]) {
    if (script === undefined || script.pieces.length === 0) continue;
    if (isAccent(script)) pieces.push(...script.pieces);
    else pieces.push(sign(node, mark), ...inBrackets(node, script, ATOM));
  }
  return pieces;
}

function writeMultiscripts(node: MathNode, isCompact: boolean): Expression {
  const [base, ...scripts] = node.children;
  const split = scripts.findIndex(({ name }) => name === 'mprescripts');
  const after = split === -1 ? scripts : scripts.slice(0, split);
  const before = split === -1 ? [] : scripts.slice(split + 1);
  const pairs = (list: readonly MathNode[]) =>
    list.flatMap((first, i) => {
      const second = list[i + 1];
      return i % 2 === 1 ? [] : scriptPieces(node, write(first, true), second && write(second, true));
    });
  const whole = base ? write(base, isCompact) : EMPTY;
  const behind = pairs(after);
  const own: Expression =
    behind.length === 0 ? whole : { pieces: [...inBrackets(node, whole, ATOM), ...behind], binding: SCRIPT };
  const [head, ...rest] = own.pieces;
  const front = pairs(before);
  if (front.length === 0 || head === undefined) return own;
  return { pieces: [...front, { ...head, isSpaced: true }, ...rest], binding: SCRIPT };
}

/** Writes a matrix: cells with commas, rows with semicolons. */
function writeTable(node: MathNode): Expression {
  const rows = node.children.map((row) =>
    joined(
      node,
      row.children.map((cell) => write(cell, false)),
      ', ',
    ),
  );
  return { pieces: joined(node, rows, '; ').pieces, binding: ROW };
}

/** Writes a table without brackets around it: aligned equations, or a matrix in brackets of its own if it has several columns of single values. */
function writeLines(node: MathNode): Expression {
  const isAligned = /\bcolumnalign\s*=|\bdisplaystyle\s*=\s*["']?true/.test(node.attributes);
  const isMatrix = !isAligned && node.children.every((row) => row.children.length > 1);
  if (isMatrix) return atom(sign(node, '['), writeTable(node).pieces, sign(node, ']'));
  const rows = node.children.map((row) =>
    writeRow(
      row.children.flatMap((cell) => cell.children),
      false,
    ),
  );
  return joined(node, rows, '; ');
}

function writeFenced(node: MathNode, isCompact: boolean): Expression {
  const fence = (name: string, usual: MathSign): MathPiece[] => {
    const value = new RegExp(`\\b${name}\\s*=\\s*["']([^"']{0,20})["']`).exec(node.attributes)?.[1]?.trim();
    if (value === '') return [];
    const known = value === undefined ? mathSign(usual) : mathSign(value);
    return known === 0 ? [sign(node, usual)] : [{ ...sign(node, usual), text: value ?? usual, sign: known }];
  };
  const parts = joined(
    node,
    node.children.map((child) => write(child, isCompact)),
    ', ',
  );
  return atom(fence('open', '('), parts.pieces, fence('close', ')'));
}
