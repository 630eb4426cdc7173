/**
 * Time, randomness and faults of a simulated run. Everything that a worker awaits becomes an event. Events run one at a time
 * in the order of their time, so a seed replays a run exactly. A crash is a promise that never settles: nothing after it
 * runs, not even `finally`, and all ports of that worker are dead.
 */
export type Rates = {
  /** Probability that a worker crashes at a step. Steps are before and after each port call, and each sleep. */
  crash: number;
  /** Probability that a worker stalls at a step, sometimes for longer than its lease. */
  stall: number;
  /** Probability that a port call throws without effect. The worker survives. Default: 0. */
  fault?: number;
  /** Probability that a port call takes effect and then throws: its answer is lost. The worker survives. Default: 0. */
  lostAnswer?: number;
};

export type World = {
  /** Seconds since the start; hidden from workers. */
  time(): number;
  /** What exact clocks show, in epoch ms. */
  now(): number;
  /** Sets all clocks forward, or back by a negative number of milliseconds. */
  shiftClocks(ms: number): void;
  random(): number;
  /** Calls `work` after `delay` seconds. */
  at(delay: number, work: () => void): void;
  /** Runs events until `until` returns true or no event is left. */
  run(until: () => boolean): Promise<void>;
  id(): string;
};

/** Start of the simulation, epoch ms. */
export const EPOCH = Date.UTC(2030, 0, 1);

export function createWorld(seed: number): World {
  const heap: { time: number; order: number; work: () => void }[] = [];
  const random = seeded(seed);
  let time = 0;
  let shiftMs = 0;
  let order = 0;
  let ids = 0;
  return {
    time: () => time,
    now: () => EPOCH + time * 1000 + shiftMs,
    shiftClocks(ms) {
      shiftMs += ms;
    },
    random,
    id: () => `id${(ids++).toString(36).padStart(14, '0')}`,
    at(delay, work) {
      push(heap, { time: time + Math.max(0, delay), order: order++, work });
    },
    async run(until) {
      while (heap.length > 0 && !until()) {
        const event = pop(heap);
        time = event.time;
        event.work();
        // Code started by the event runs to its next port call before the next event.
        await new Promise<void>((resolve) => process.nextTick(resolve));
      }
    },
  };
}

type Heap = { time: number; order: number; work: () => void }[];
const before = (a: Heap[number], b: Heap[number]) => a.time < b.time || (a.time === b.time && a.order < b.order);

function push(heap: Heap, event: Heap[number]): void {
  heap.push(event);
  for (let i = heap.length - 1; i > 0; ) {
    const parent = (i - 1) >> 1;
    if (!before(heap[i]!, heap[parent]!)) return;
    [heap[i], heap[parent]] = [heap[parent]!, heap[i]!];
    i = parent;
  }
}

function pop(heap: Heap): Heap[number] {
  const first = heap[0]!;
  const last = heap.pop()!;
  if (heap.length === 0) return first;
  heap[0] = last;
  for (let i = 0; ; ) {
    const [left, right] = [2 * i + 1, 2 * i + 2];
    let least = i;
    if (left < heap.length && before(heap[left]!, heap[least]!)) least = left;
    if (right < heap.length && before(heap[right]!, heap[least]!)) least = right;
    if (least === i) return first;
    [heap[i], heap[least]] = [heap[least]!, heap[i]!];
    i = least;
  }
}

/** Small random number generator: a 32-bit counter through a mixing function. */
function seeded(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
