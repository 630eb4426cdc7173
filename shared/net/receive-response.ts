import type { FailureReason } from '../ports/fetcher.ts';
import type { FetchRequest, HttpFailure, HttpResponse, ResponseHead } from '../ports/fetcher.ts';
import { BUDGET_EXHAUSTED, type LargeBodyBudget, reserveBody } from './body-budget.ts';
import { NetError } from './net-error.ts';

/** One request, as it is sent. `secret`: headers that no archive sees. */
export type OutgoingRequest = {
  origin: string;
  path: string;
  headers: Record<string, string>;
  secret: Record<string, string> | undefined;
};

/** Takes an answer as its pieces come, whatever the protocol; keeps time and limits. */
export type ResponseReceiver = {
  /** The outcome is settled: what still comes is of no use. */
  done(): boolean;
  /** The final head has been read. */
  answered(): boolean;
  head(head: ResponseHead): void;
  data(piece: Buffer): void;
  end(): void;
  fail(reason: FailureReason, detail: string, stale?: boolean): void;
};

export type Transport = {
  /** Ends the request on the wire; may be called when it has ended by itself. */
  abort(why: NetError): void;
  /** Asked when the answer is whole. */
  metadata(): Pick<HttpResponse, 'httpVersion' | 'requestHeaders' | 'address'>;
  /** '' before there is a connection. */
  address(): string;
};

/** @param request.longBodies a body that finds no room because others have it fails, to be asked for again. */
export function receiveResponse(
  request: FetchRequest & { longBodies?: LargeBodyBudget },
  timeoutMs: number,
  sender: Transport,
  resolve: (outcome: HttpResponse | HttpFailure) => void,
): ResponseReceiver {
  let head: ResponseHead | undefined;
  let done = false;
  const body: Buffer[] = [];
  let length = 0;
  const room = reserveBody(request.maxBytes, request.longBodies);

  const finish = (outcome: HttpResponse | HttpFailure) => {
    done = true;
    room.release();
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
  const answer = (more: { truncated: boolean } & Pick<HttpResponse, 'refused'>) =>
    finish({ kind: 'response', ...head!, body: Buffer.concat(body, length), ...more, ...sender.metadata() });

  request.signal?.addEventListener('abort', aborted);
  if (request.signal?.aborted) aborted();
  return {
    done: () => done,
    answered: () => head !== undefined,
    head(given) {
      head = given;
      const refused = request.refuseBody?.(given);
      if (refused === undefined || done) return;
      const hasBody = request.method !== 'HEAD';
      answer({ truncated: hasBody, refused });
      if (hasBody) sender.abort(new NetError('truncated', `not wanted: ${refused}`));
    },
    data(piece) {
      if (done) return;
      const kept = room.take(piece.length);
      if (kept === 'later') return stop('truncated', BUDGET_EXHAUSTED);
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
export function headerPairs(raw: readonly (Buffer | string)[]): [string, string][] {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([text(raw[i]!), text(raw[i + 1]!)]);
  return list;
}

function text(bytes: Buffer | string): string {
  return typeof bytes === 'string' ? bytes : bytes.toString('latin1');
}
