/**
 * TeX conditionals. One branch is read, without evaluation:
 * - Switches (`\newif`) that the file defines: the branch that the switch selects.
 * - TeX's own conditionals: the false branch, which holds the fallback.
 * - Unknown conditionals, such as switches of a class: the true branch.
 */
import type { TexInput } from './input.ts';
import type { Macros } from './macros.ts';

/** TeX's own conditionals. */
const PRIMITIVES = new Set(
  'if ifx ifcat ifnum ifdim ifodd ifcase ifmmode ifvmode ifhmode ifinner ifvoid ifhbox ifvbox ifeof ifdefined ifcsname iffalse'.split(
    ' ',
  ),
);
/** Conditionals that compare two tokens. */
const COMPARISONS = new Set(['if', 'ifx', 'ifcat']);
/** The two compared tokens. They may look like conditionals themselves. */
const COMPARED_TOKENS = /\s{0,9}(?:\\(?:[a-zA-Z@]+|.)|.)\s{0,9}(?:\\(?:[a-zA-Z@]+|.)|.)/y;

/** Reads a command of a conditional. @returns false if the command is not part of a conditional */
export function readConditional(name: string, input: TexInput, macros: Macros): boolean {
  if (name === 'else' || name === 'or') skipBranch(input, macros, false);
  else if (PRIMITIVES.has(name) || macros.switches.get(name) === false) {
    if (COMPARISONS.has(name)) input.match(COMPARED_TOKENS);
    skipBranch(input, macros, true);
  } else return name === 'fi' || opensConditional(name, input, macros);
  return true;
}

/** Commands such as `\ifthenelse{…}{…}{…}` take their branches as arguments and have no `\fi`. */
const opensConditional = (name: string, input: TexInput, { switches }: Macros): boolean =>
  PRIMITIVES.has(name) ||
  switches.has(name) ||
  (name.startsWith('if') && name !== 'iff' && input.match(/(?=[{[(])/y) === undefined);

/** Skips to the end of a branch. If the file lacks the end, skips nothing, now or later. */
function skipBranch(input: TexInput, macros: Macros, endsAtElse: boolean): void {
  if (macros.hasUnclosedConditional) return;
  const restorePosition = input.savePosition();
  let depth = 0;
  for (let token = input.nextToken(); token; token = input.nextToken()) {
    const name = token[1];
    if (name === undefined) continue;
    if (name === 'newif') input.match(/\\[a-zA-Z@]+/y);
    else if (name === 'fi') {
      if (depth-- === 0) return;
    } else if (name === 'else') {
      if (endsAtElse && depth === 0) return;
    } else if (opensConditional(name, input, macros)) {
      depth++;
      if (COMPARISONS.has(name)) input.match(COMPARED_TOKENS);
    }
  }
  macros.hasUnclosedConditional = true;
  restorePosition();
}
