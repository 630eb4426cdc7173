import type { FailureReason } from '../fetch/outcome.ts';
import type { AnswerHead, FetchRequest, HttpAnswer, HttpFailure } from '../ports/fetcher.ts';
import { NetError } from './failure.ts';

/** One request, as it is sent. `secret`: headers that no archive sees. */
export type Wanted = {
  origin: string;
  path: string;
  headers: Record<string, string>;
  secret: Record<string, string> | undefined;
};

/** What the long bodies of a process may take together while they come. */
export type LongBodies = { bytes: number; bytesLeft: number };

/** A body is long from here on: no page is by default. Bytes. */
const LONG_BYTES = 10_485_760;
/** Lists of 50 MB are rare, and a function of the stack with 1 GB has 160 hosts at a time. Bytes. */
export const LONG_BODIES_BYTES = 200_000_000;
const NO_ROOM = 'other long answers have the room that there is for them';

/** Takes an answer as its pieces come, whatever the protocol; keeps time and limits. */
export type Receiver = {
  /** The outcome is settled: what still comes is of no use. */
  done(): boolean;
  /** The final head has been read. */
  answered(): boolean;
  head(head: AnswerHead): void;
  data(piece: Buffer): void;
  end(): void;
  fail(reason: FailureReason, detail: string, stale?: boolean): void;
};

export type Sender = {
  /** Ends the request on the wire; may be called when it has ended by itself. */
  abort(why: NetError): void;
  /** Asked when the answer is whole. */
  told(): Pick<HttpAnswer, 'httpVersion' | 'requestHeaders' | 'address'>;
  /** '' before there is a connection. */
  address(): string;
};

/**
 * @param request.longBodies shared by all requests of the process. A body that finds no room because others have it fails, to be asked
 * for again; one that alone wants more than there is for all is cut.
 */
export function receive(
  request: FetchRequest & { longBodies?: LongBodies },
  timeoutMs: number,
  sender: Sender,
  resolve: (outcome: HttpAnswer | HttpFailure) => void,
): Receiver {
  let head: AnswerHead | undefined;
  let done = false;
  const body: Buffer[] = [];
  let length = 0;
  const { longBodies = { bytes: Number.POSITIVE_INFINITY, bytesLeft: Number.POSITIVE_INFINITY } } = request;
  let taken = 0;

  const finish = (outcome: HttpAnswer | HttpFailure) => {
    done = true;
    longBodies.bytesLeft += taken;
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', aborted);
    resolve(outcome);
  };
  const fail = (reason: FailureReason, detail: string, stale = false) => {
    if (done) return;
    const known = sender.address();
    const address = known === '' ? {} : { address: known };
    finish({ kind: 'failure', reason, detail, ...address, ...(stale ? { stale: true } : {}) });
  };
  const stop = (reason: FailureReason, detail: string) => {
    if (done) return;
    fail(reason, detail);
    sender.abort(new NetError(reason, detail));
  };
  const aborted = () => stop('timeout', 'aborted');
  const timer = setTimeout(() => stop('timeout', `no whole answer in ${request.timeoutMs} ms`), timeoutMs);
  // Copied: the pieces are cut from buffers of 64 KiB, which would be kept with them.
  const answer = (more: { truncated: boolean } & Pick<HttpAnswer, 'refused'>) =>
    finish({ kind: 'answer', ...head!, body: Buffer.concat(body, length), ...more, ...sender.told() });

  request.signal?.addEventListener('abort', aborted);
  if (request.signal?.aborted) aborted();
  return {
    done: () => done,
    answered: () => head !== undefined,
    head(given) {
      head = given;
      const refused = request.refuse?.(given);
      if (refused === undefined || done) return;
      const hasBody = request.method !== 'HEAD';
      answer({ truncated: hasBody, refused });
      if (hasBody) sender.abort(new NetError('truncated', `not wanted: ${refused}`));
    },
    data(piece) {
      if (done) return;
      const wanted = Math.min(piece.length, request.maxBytes - length);
      const long = Math.max(0, length + wanted - Math.max(length, LONG_BYTES));
      const hasRoom = long <= longBodies.bytesLeft;
      // What is cut for want of room counts as read, and a list may never be read again: later there is room.
      if (!hasRoom && longBodies.bytesLeft + taken < longBodies.bytes) return stop('truncated', NO_ROOM);
      const room = hasRoom ? request.maxBytes - length : 0;
      if (hasRoom) taken += long;
      if (hasRoom) longBodies.bytesLeft -= long;
      body.push(piece.length > room ? piece.subarray(0, room) : piece);
      length += Math.min(piece.length, room);
      if (piece.length <= room) return;
      answer({ truncated: true });
      sender.abort(new NetError('truncated', `cut at ${length} bytes`));
    },
    end() {
      if (!done) answer({ truncated: false });
    },
    fail,
  };
}

/** Bytes of headers are ISO 8859-1 (RFC 9110, 5.5: whatever is not ASCII has no meaning of its own). */
export function pairs(raw: readonly (Buffer | string)[]): [string, string][] {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([text(raw[i]!), text(raw[i + 1]!)]);
  return list;
}

function text(bytes: Buffer | string): string {
  return typeof bytes === 'string' ? bytes : bytes.toString('latin1');
}
