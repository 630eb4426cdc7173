import type { FailureReason, FetchRequest, HttpFailure, HttpResponse, ResponseHead } from '../ports/fetcher.ts';
import { BUDGET_EXHAUSTED, type LargeBodyBudget, reserveBody } from './body-budget.ts';
import { NetError } from './net-error.ts';

/** A request as it is sent. `secret`: headers that the archive does not store. */
export type OutgoingRequest = {
  origin: string;
  path: string;
  headers: Record<string, string>;
  secret: Record<string, string> | undefined;
};

/** Collects a response as it arrives, for any protocol, within time and size limits. */
export type ResponseReceiver = {
  /** Returns whether the result is settled; anything that arrives later is ignored. */
  isDone(): boolean;
  /** Returns whether the final head was received. */
  hasHead(): boolean;
  head(head: ResponseHead): void;
  data(chunk: Buffer): void;
  end(): void;
  fail(reason: FailureReason, detail: string, stale?: boolean): void;
};

/** What a receiver needs of the protocol. */
export type Transport = {
  /** Ends the request on the wire; it may have ended already. */
  abort(why: NetError): void;
  /** Returns the rest of the response; called once, when the body is complete. */
  metadata(): Pick<HttpResponse, 'httpVersion' | 'requestHeaders' | 'address'>;
  /** Returns the server's IP address, or '' before the connection is open. */
  address(): string;
};

export type BudgetedRequest = FetchRequest & {
  /** Memory budget of large bodies. If other bodies use it, the request fails and the caller retries. Default: no limit. */
  largeBodies?: LargeBodyBudget;
};

/** @param timeoutMs remaining part of the request's timeout */
export function receiveResponse(
  request: BudgetedRequest,
  timeoutMs: number,
  transport: Transport,
  resolve: (result: HttpResponse | HttpFailure) => void,
): ResponseReceiver {
  let head: ResponseHead | undefined;
  let done = false;
  const body: Buffer[] = [];
  let length = 0;
  const reservation = reserveBody(request.maxBytes, request.largeBodies);

  const settle = (result: HttpResponse | HttpFailure) => {
    done = true;
    reservation.release();
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', onAbort);
    resolve(result);
  };
  const fail = (reason: FailureReason, detail: string, stale = false) => {
    if (done) return;
    const known = transport.address();
    const address = known === '' ? {} : { address: known };
    settle({ kind: 'failure', reason, detail, ...address, ...(stale ? { stale: true } : {}) });
  };
  const stop = (reason: FailureReason, detail: string) => {
    if (done) return;
    fail(reason, detail);
    transport.abort(new NetError(reason, detail));
  };
  const onAbort = () => stop('timeout', 'aborted');
  const timer = setTimeout(() => stop('timeout', `response incomplete after ${request.timeoutMs} ms`), timeoutMs);
  const respond = (more: { truncated: boolean } & Pick<HttpResponse, 'refused'>) => {
    const whole = joinChunks(body, length);
    // The connection refers to this request until garbage collection finds both, which takes much longer than the body is needed.
    body.length = 0;
    settle({ kind: 'response', ...head!, body: whole, ...more, ...transport.metadata() });
  };

  request.signal?.addEventListener('abort', onAbort);
  if (request.signal?.aborted) onAbort();
  return {
    isDone: () => done,
    hasHead: () => head !== undefined,
    head(received) {
      head = received;
      const refused = request.refuseBody?.(received);
      if (refused === undefined || done) return;
      const hasBody = request.method !== 'HEAD';
      respond({ truncated: hasBody, refused });
      if (hasBody) transport.abort(new NetError('truncated', `body refused: ${refused}`));
    },
    data(chunk) {
      if (done) return;
      const kept = reservation.take(chunk.length);
      if (kept === 'later') return stop('truncated', BUDGET_EXHAUSTED);
      body.push(kept < chunk.length ? chunk.subarray(0, kept) : chunk);
      length += kept;
      if (kept === chunk.length) return;
      respond({ truncated: true });
      transport.abort(new NetError('truncated', `cut at ${length} bytes`));
    },
    end() {
      if (!done) respond({ truncated: false });
    },
    fail,
  };
}

/** Returns the chunks as one buffer. A single chunk is copied only if it would keep a much larger buffer in memory. */
function joinChunks(chunks: readonly Buffer[], length: number): Buffer {
  const [first] = chunks;
  const isWhole = chunks.length === 1 && first && first.buffer.byteLength < first.length + first.length / 4;
  return isWhole ? first : Buffer.concat(chunks, length);
}

/** Converts raw header fields to pairs. Their bytes are read as ISO 8859-1: only ASCII has a defined meaning (RFC 9110, 5.5). */
export function headerPairs(raw: readonly (Buffer | string)[]): [string, string][] {
  const list: [string, string][] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) list.push([toText(raw[i]!), toText(raw[i + 1]!)]);
  return list;
}

function toText(bytes: Buffer | string): string {
  return typeof bytes === 'string' ? bytes : bytes.toString('latin1');
}
