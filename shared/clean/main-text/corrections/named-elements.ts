/** Finds the blocks in elements that a class or id names. */
import { classOf } from '../../html/hints/class-of.ts';
import type { Block, ParsedPage } from '../../html/parsed-page.ts';

/** Maximum length of a class or id that is read, in UTF-16 units. */
const MAX_NAME_LENGTH = 100;

/** Returns a test whether a block is in an element with a name that matches; undefined if no container has one. */
export function inNamedElement(page: ParsedPage, name: RegExp): ((block: Block) => boolean) | undefined {
  const { parents, names } = page.containers;
  const isNamed = namedClasses(page, name);
  if (isNamed === undefined) return undefined;
  const within = new Uint8Array(parents.length);
  for (let c = 1; c < parents.length; c++)
    within[c] = (within[parents[c] as number] as number) | (isNamed[names[c] as number] as number);
  return (block) => within[block.container] === 1 || isNamed[block.names] === 1;
}

/** Returns 1 by class that matches; undefined if there is none. */
function namedClasses(page: ParsedPage, name: RegExp): Uint8Array | undefined {
  const { froms } = page.classNames;
  const isNamed = new Uint8Array(froms.length);
  for (let k = 1; k < froms.length; k++) if (name.test(classOf(page, k, MAX_NAME_LENGTH))) isNamed[k] = 1;
  return isNamed.includes(1) ? isNamed : undefined;
}
