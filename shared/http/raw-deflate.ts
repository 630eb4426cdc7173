/**
 * Raw deflate (RFC 1951) in one call with an engine that is used again. `deflateRawSync` and `inflateRawSync` create an engine and an
 * output buffer for each call, and V8 frees both only in a full collection: they became most of the buffers of a crawl, and the
 * cause of most collections.
 */
import { constants, createDeflateRaw, createInflateRaw, deflateRawSync } from 'node:zlib';

/** The parts of a stream of `node:zlib` by which its own synchronous functions work. */
type Stream = {
  _handle?: {
    onerror: () => void;
    reset(): void;
    writeSync(
      flush: number,
      from: Uint8Array,
      at: number,
      length: number,
      to: Uint8Array,
      start: number,
      room: number,
    ): void;
  };
  /** Room that is left in the output, and bytes that are left of the input. */
  _writeState?: Uint32Array;
};

/** `length`: bytes that were written. `used`: bytes that were read. */
type Result = { length: number; used: number };

/** Level 1: on pages, level 6 takes more than twice the time and saves a fifth of the bytes. */
const LEVEL = 1;

const deflateInto = openEngine(() => createDeflateRaw({ level: LEVEL }) as Stream);
const inflateInto = openEngine(() => createInflateRaw() as Stream);

/** Output of `deflateRaw`. */
let scratch = new Uint8Array(1 << 16);
/** Maximum length of the output that is kept, in bytes. */
const MAX_SCRATCH_BYTES = 1 << 20;

/** Deflates at level 1. @returns bytes that are valid until the next call */
export function deflateRaw(content: Uint8Array): Uint8Array {
  const bound = boundOf(content.length);
  const isLong = bound > MAX_SCRATCH_BYTES;
  if (!isLong && bound > scratch.length) scratch = new Uint8Array(Math.max(bound, 2 * scratch.length));
  const output = isLong ? new Uint8Array(bound) : scratch;
  const result = deflateInto(content, output);
  return result?.used === content.length
    ? output.subarray(0, result.length)
    : deflateRawSync(content, { level: LEVEL });
}

/** Maximum length of deflated content: it is stored if it cannot be compressed, in blocks with a head of five bytes. */
const boundOf = (bytes: number): number => bytes + (bytes >> 10) + 64;

/**
 * Inflates into `output`, which must be longer than the content.
 *
 * @returns undefined if the bytes are damaged, or the content does not fit. `inflateRawSync` throws the reason
 */
export function inflateRaw(deflated: Uint8Array, output: Uint8Array): Result | undefined {
  return inflateInto(deflated, output);
}

/** Returns a function that has the engine process a whole input. It returns undefined after an error, or if `to` is full. */
function openEngine(create: () => Stream): (from: Uint8Array, to: Uint8Array) => Result | undefined {
  let stream: Stream | undefined;
  return (from, to) => {
    stream ??= create();
    const { _handle: handle, _writeState: state } = stream;
    // Another version of Node may work in another way.
    if (!handle?.writeSync || !state) return undefined;
    let hasFailed = false;
    handle.onerror = () => {
      hasFailed = true;
    };
    handle.writeSync(constants.Z_FINISH, from, 0, from.length, to, 0, to.length);
    const [room = 0, left = 0] = state;
    handle.reset();
    return hasFailed || room === 0 ? undefined : { length: to.length - room, used: from.length - left };
  };
}
