import type { Counts } from '../ports/control.ts';

/** Adds counts to others, name by name. */
export function addCounts(to: Counts, more: Readonly<Counts>): void {
  for (const [name, n] of Object.entries(more)) to[name] = (to[name] ?? 0) + n;
}
