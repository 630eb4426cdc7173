/**
 * Which page of an object ends whoever cleans it. Its message comes again then, and from the second time on each page is noted
 * before it is cleaned; one that is found noted twice is passed over, so that the others go on (once: a store went away meanwhile). The page may have been innocent,
 * as its worker may have died of something else: the first time is always without notes, also of a message that was sent again.
 */
import type { Objects } from '../ports/objects.ts';

export type PoisonJournal = {
  /** @param offset of the capture in its object. @returns whether somebody was ended by it before. */
  isPoison(offset: number): boolean;
  /** Resolves when it is noted that this one is next. */
  start(offset: number): Promise<void>;
  /** Nobody was ended by the last one. */
  finish(): Promise<void>;
};

/** `under`: the one that was under way, the how manieth time in a row; it stays where a worker was ended. */
type Note = { passed: number[]; under?: number; times?: number };

const MAX_CRASHES = 2;

/** @param capturesKey of the object of captures. */
export async function openPoisonJournal(
  capturesKey: string,
  objects: Pick<Objects, 'get' | 'put'>,
): Promise<PoisonJournal> {
  const key = `doubts/${capturesKey.replace(/^raw\//, '')}.json`;
  const bytes = await objects.get(key);
  const { passed, under, times = 0 }: Note = bytes ? JSON.parse(new TextDecoder().decode(bytes)) : { passed: [] };
  const passes = new Set([...passed, ...(under === undefined || times < MAX_CRASHES ? [] : [under])]);
  const write = (more: Omit<Note, 'passed'>) => {
    const note: Note = { passed: [...passes], ...more };
    return objects.put(key, new TextEncoder().encode(JSON.stringify(note)));
  };
  return {
    isPoison: (offset) => passes.has(offset),
    start: (offset) => write({ under: offset, times: offset === under ? times + 1 : 1 }),
    finish: () => write({}),
  };
}
