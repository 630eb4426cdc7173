/** A count with the first few things that were counted. */
export type Tally = { count: number; examples: string[] };

/** Maximum number of examples of a tally. */
const MAX_EXAMPLES = 5;

/** Returns an empty tally. */
export const createTally = (): Tally => ({ count: 0, examples: [] });

/** Counts one thing. Keeps it as an example if there are few, and if it is not one yet. */
export function tally(into: Tally, example: string): void {
  into.count++;
  if (into.examples.length < MAX_EXAMPLES && !into.examples.includes(example)) into.examples.push(example);
}

/** Adds a tally to another one. */
export function addTally(into: Tally, more: Tally): void {
  into.count += more.count;
  for (const example of more.examples)
    if (into.examples.length < MAX_EXAMPLES && !into.examples.includes(example)) into.examples.push(example);
}
