/** Maximum number of UTF-8 bytes per UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;
/** Minimum size of a buffer, in bytes. */
const MIN_BYTES = 1 << 20;
/** Maximum number of reusable buffers: a stage reads one list while it writes the next. */
const MAX_SPARES = 2;
/** Maximum size of a reusable buffer, in bytes. */
const MAX_SPARE_BYTES = 16 << 20;
const NEWLINE = 0x0a;

type Bytes = Buffer<ArrayBuffer>;

const EMPTY: Bytes = Buffer.alloc(0);

/** Buffers for the next lists. New buffers would pile up: V8 frees them late, and counts them towards the limit of its heap. */
const spares: Bytes[] = [];

/**
 * Values as JSON lines. Each value is written at once, so that it can be collected at once: values that wait for the last one are
 * copied into the old generation, and a document keeps its whole page in memory, by slices of it.
 */
export type JsonLineList = {
  /** Number of lines. */
  readonly count: number;
  add(value: unknown): void;
  /** Replaces a line. */
  set(index: number, value: unknown): void;
  /** Returns the lines as UTF-8. They are valid until the list changes or is released. */
  bytes(): Uint8Array;
  /** Parses the lines, and releases the list at the end. */
  read<T>(): Generator<T>;
  /** Empties the list. Its buffer may serve the next list. */
  release(): void;
};

/** Opens an empty list. Other lists may be open at the same time. */
export function openJsonLineList(): JsonLineList {
  let buffer = spares.pop() ?? EMPTY;
  const places: { start: number; end: number }[] = [];
  let used = 0;
  // Replaced lines are at the end of the buffer.
  let isInOrder = true;
  const write = (value: unknown) => {
    const json = JSON.stringify(value);
    const start = used;
    buffer = ensureCapacity(buffer, start, MAX_BYTES_PER_UNIT * json.length + 1);
    used += buffer.write(json, start);
    buffer[used++] = NEWLINE;
    return { start, end: used };
  };
  const release = () => {
    if (buffer.length > 0 && buffer.length <= MAX_SPARE_BYTES && spares.length < MAX_SPARES) spares.push(buffer);
    buffer = EMPTY;
    used = 0;
    places.length = 0;
  };
  return {
    get count() {
      return places.length;
    },
    add: (value) => void places.push(write(value)),
    set(index, value) {
      places[index] = write(value);
      isInOrder = false;
    },
    bytes: () =>
      isInOrder ? buffer.subarray(0, used) : Buffer.concat(places.map(({ start, end }) => buffer.subarray(start, end))),
    *read<T>() {
      try {
        for (const { start, end } of places) yield JSON.parse(buffer.toString('utf8', start, end)) as T;
      } finally {
        release();
      }
    },
    release,
  };
}

/** @param used number of bytes in use */
function ensureCapacity(buffer: Bytes, used: number, bytes: number): Bytes {
  if (used + bytes <= buffer.length) return buffer;
  const larger = Buffer.allocUnsafeSlow(Math.max(used + bytes, 2 * buffer.length, MIN_BYTES));
  larger.set(buffer.subarray(0, used));
  return larger;
}
