/** Signs that the text of a formula in MathML has and its source has not, and the line break of `br` in code. A run has the number of its sign. */
const SIGNS = [
  ...['/', '^', '_', '(', ')', 'sqrt(', 'root(', ')(', 'binom(', ', ', '; '],
  ...['[', ']', '{', '}', '|', '‖', '⟨', '⟩', '\n'],
] as const;
export type MathSign = (typeof SIGNS)[number];

/** Returns the number of a sign, from 1; 0 if there is no such sign. */
export const mathSign = (text: string): number => SIGNS.indexOf(text as MathSign) + 1;

/** Returns the sign with a number. */
export const mathSignText = (sign: number): string => SIGNS[sign - 1] ?? '';
