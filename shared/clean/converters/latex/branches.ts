/**
 * Branches of a TeX file, one of which is read. Only the switches of a file are known, as it sets them. What TeX itself is
 * asked is answered with no: the other branch is what most readers get. Other switches are of classes, and the first is read.
 */
import type { TexInput } from './input.ts';
import type { Macros } from './macros.ts';

const QUESTIONS = new Set(
  'if ifx ifcat ifnum ifdim ifodd ifcase ifmmode ifvmode ifhmode ifinner ifvoid ifhbox ifvbox ifeof ifdefined ifcsname iffalse'.split(
    ' ',
  ),
);
/** What the question is about may be a question itself. */
const COMPARED = /\s{0,9}(?:\\(?:[a-zA-Z@]+|.)|.)\s{0,9}(?:\\(?:[a-zA-Z@]+|.)|.)/y;
const COMPARE = new Set(['if', 'ifx', 'ifcat']);

/** @returns false: the command is no part of a branch. */
export function readBranch(name: string, input: TexInput, macros: Macros): boolean {
  if (name === 'else' || name === 'or') passBranch(input, macros, false);
  else if (QUESTIONS.has(name) || macros.switches.get(name) === false) {
    if (COMPARE.has(name)) input.pass(COMPARED);
    passBranch(input, macros, true);
  } else return name === 'fi' || opensBranch(name, input, macros);
  return true;
}

/** What takes its branches as arguments (`\ifthenelse{…}{…}{…}`) opens none. */
const opensBranch = (name: string, input: TexInput, { switches }: Macros): boolean =>
  QUESTIONS.has(name) ||
  switches.has(name) ||
  (name.startsWith('if') && name !== 'iff' && input.pass(/(?=[{[(])/y) === undefined);

/** Where no end is found, what began was no branch: nothing is passed over, then and from then on. */
function passBranch(input: TexInput, macros: Macros, endsAtElse: boolean): void {
  if (macros.endless) return;
  const goBack = input.mark();
  let depth = 0;
  for (let found = input.next(); found; found = input.next()) {
    const name = found[1];
    if (name === undefined) continue;
    if (name === 'newif') input.pass(/\\[a-zA-Z@]+/y);
    else if (name === 'fi') {
      if (depth-- === 0) return;
    } else if (name === 'else') {
      if (endsAtElse && depth === 0) return;
    } else if (opensBranch(name, input, macros)) {
      depth++;
      if (COMPARE.has(name)) input.pass(COMPARED);
    }
  }
  macros.endless = true;
  goBack();
}
