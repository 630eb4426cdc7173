import { isSpace, type Tree } from './topic-pattern-tree.ts';

/** A text that every match of an expression contains. */
export type RequiredLiteral = {
  text: string;
  /** Whether a match has no white space before this text. */
  isInFirstToken: boolean;
};

/**
 * Returns the longest literal that every match contains, preferably one before any white space of the match.
 *
 * @returns undefined if there is none, as in `[^\s]*` or `ab|cd`
 */
export function requiredLiteral(tree: Tree): RequiredLiteral | undefined {
  let best: RequiredLiteral | undefined;
  let run = '';
  let canHaveSpace = false;
  const endRun = () => {
    const found = { text: run, isInFirstToken: !canHaveSpace };
    if (run !== '' && isBetter(found, best)) best = found;
    run = '';
  };
  const visit = (part: Tree): void => {
    if (part.kind === 'row') for (const one of part.parts) visit(one);
    else if (part.kind === 'test' && part.unit !== undefined && !isSpace(part.unit)) {
      run += String.fromCharCode(part.unit);
    } else {
      endRun();
      canHaveSpace ||= matchesSpace(part);
    }
  };
  visit(tree);
  endRun();
  return best;
}

function isBetter(one: RequiredLiteral, other: RequiredLiteral | undefined): boolean {
  if (other === undefined) return true;
  return one.isInFirstToken === other.isInFirstToken && one.text.length > other.text.length;
}

/** Characters of `\s`. UTF-16 units. */
const SPACES = Array.from({ length: 0x3001 }, (_, unit) => unit).filter(isSpace);

function matchesSpace(tree: Tree): boolean {
  if (tree.kind === 'test') return SPACES.some(tree.test);
  if (tree.kind === 'repeat') return matchesSpace(tree.part);
  return (tree.kind === 'row' ? tree.parts : tree.of).some(matchesSpace);
}
