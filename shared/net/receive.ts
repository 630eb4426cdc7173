import type { FailureReason } from '../fetch/outcome.ts';
import type { AnswerHead, FetchRequest, HttpAnswer, HttpFailure } from '../ports/fetcher.ts';
import { bodyRoom, type LongBodies, NO_ROOM } from './body-room.ts';
import { NetError } from './failure.ts';

/** One request, as it is sent. `secret`: headers that no archive sees. */
export type Wanted = {
  origin: string;
  path: string;
  headers: Record<string, string>;
  secret: Record<string, string> | undefined;
};

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

/** @param request.longBodies a body that finds no room because others have it fails, to be asked for again. */
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
  const room = bodyRoom(request.maxBytes, request.longBodies);

  const finish = (outcome: HttpAnswer | HttpFailure) => {
    done = true;
    room.free();
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
      const kept = room.take(piece.length);
      if (kept === 'later') return stop('truncated', NO_ROOM);
      body.push(kept < piece.length ? piece.subarray(0, kept) : piece);
      length += kept;
      if (kept === piece.length) return;
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
