/** Caches what is read of a block: it may be in many candidates for parts. */
import type { Block } from '../html/parsed-page.ts';

/** Returns a function that reads each block once. */
export function oncePerBlock<T>(read: (block: Block) => T): (block: Block) => T {
  const known = new Map<Block, T>();
  return (block) => {
    const found = known.get(block);
    if (found !== undefined || known.has(block)) return found as T;
    const value = read(block);
    known.set(block, value);
    return value;
  };
}
