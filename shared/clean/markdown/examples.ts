/** Finds the code block that a block belongs to. Its lines may be elements of their own: `div`, items of a list. */
import { elementId, PREFORMATTED } from '../html/elements.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { Nesting } from './nesting.ts';

const EXAMPLES = new Set(['pre', 'listing', 'xmp', 'plaintext'].map(elementId));

/** Returns the outermost preformatted element around a block, as an index in `containers`; 0 if there is none. */
export function exampleOf({ containers }: ParsedPage, { roles, container }: Block): number {
  if ((roles & PREFORMATTED) === 0) return 0;
  const { parents, elements } = containers;
  let found = 0;
  for (let c = container; c !== 0; c = parents[c] as number) if (EXAMPLES.has(elements[c] as number)) found = c;
  return found;
}

/** Returns the nesting around a code block, without the lists that number its lines. Outer containers have lower indexes. */
export const withoutInner = (path: readonly Nesting[], example: number): Nesting[] =>
  path.filter(({ id, list }) => (list === -1 ? id : list) < example);
