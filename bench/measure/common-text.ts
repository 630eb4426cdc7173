/**
 * Lengths of what two sequences have in common, in order: the longest common subsequence, bit-parallel (Hyyrö 2004), and the
 * longest common string, by a suffix automaton.
 */

/** Number of bits of a word of the bit vectors. A sum of two and a carry fits into 32 bits. */
const BITS = 30;
const MASK = 2 ** BITS - 1;

/** Returns the length of the longest common subsequence. Takes `a.length * b.length / 30` steps. */
export function commonSubsequence(a: readonly unknown[], b: readonly unknown[]): number {
  const size = Math.ceil(a.length / BITS);
  const positions = new Map<unknown, Uint32Array>();
  for (const [i, item] of a.entries()) {
    const bits = positions.get(item) ?? new Uint32Array(size);
    positions.set(item, bits);
    bits[Math.floor(i / BITS)]! |= 1 << (i % BITS);
  }
  const free = new Uint32Array(size).fill(MASK);
  for (const item of b) {
    const bits = positions.get(item);
    if (!bits) continue;
    let carry = 0;
    for (let i = 0; i < size; i++) {
      const old = free[i]!;
      const sum = old + (old & bits[i]!) + carry;
      carry = sum > MASK ? 1 : 0;
      free[i] = (sum & MASK) | (old & ~bits[i]!);
    }
  }
  let taken = 0;
  for (let i = 0; i < a.length; i++) if (((free[Math.floor(i / BITS)]! >>> (i % BITS)) & 1) === 0) taken++;
  return taken;
}

type State = { next: Map<string, State>; link: State | undefined; length: number };

/** Returns the length of the longest string that both texts contain, in UTF-16 units. */
export function commonString(a: string, b: string): number {
  const start = suffixAutomaton(a);
  let state = start;
  let [length, longest] = [0, 0];
  for (const unit of b.split('')) {
    while (state.link && !state.next.has(unit)) {
      state = state.link;
      length = state.length;
    }
    const next = state.next.get(unit);
    if (next) {
      state = next;
      length++;
    }
    longest = Math.max(longest, length);
  }
  return longest;
}

function suffixAutomaton(text: string): State {
  const start: State = { next: new Map(), link: undefined, length: 0 };
  let last = start;
  for (const unit of text.split('')) {
    const state: State = { next: new Map(), link: start, length: last.length + 1 };
    let from: State | undefined = last;
    for (; from && !from.next.has(unit); from = from.link) from.next.set(unit, state);
    if (from) state.link = split(from, unit);
    last = state;
  }
  return start;
}

/** Returns the state that `unit` leads to from `from`, as a copy if longer strings lead to it, too. */
function split(from: State, unit: string): State {
  const next = from.next.get(unit)!;
  if (next.length === from.length + 1) return next;
  const copy: State = { next: new Map(next.next), link: next.link, length: from.length + 1 };
  for (let at: State | undefined = from; at?.next.get(unit) === next; at = at.link) at.next.set(unit, copy);
  next.link = copy;
  return copy;
}
