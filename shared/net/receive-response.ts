import { type HeaderList, headerValue } from '../http/headers.ts';
import type { FailureReason, FetchRequest, HttpFailure, HttpResponse, ResponseHead } from '../ports/fetcher.ts';
import { type BodyBudget, LONG_BODY_BYTES, type MemoryReservation, UNDECLARED_BODY_BYTES } from './body-budget.ts';
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
  /** Stops reading, so that the server waits. Data that was read already may still arrive. */
  pause(): void;
  resume(): void;
  /** Returns the rest of the response; called once, when the body is complete. */
  metadata(): Pick<HttpResponse, 'httpVersion' | 'requestHeaders' | 'address'>;
  /** Returns the server's IP address, or '' before the connection is open. */
  address(): string;
};

export type BudgetedRequest = FetchRequest & {
  /** Memory budget of long bodies. A body waits within its timeout while others use the budget. Default: no limit. */
  longBodies?: BodyBudget;
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
  let maxBytes = request.maxBytes;
  const reservations: MemoryReservation[] = [];
  let reservedBytes = LONG_BODY_BYTES;
  const reserveMemory = ({ bodies, rests }: BodyBudget) => {
    const isFirst = reservations.length === 0;
    const before = isFirst ? 0 : reservedBytes;
    const wanted = (isFirst ? firstReservation(head?.headers ?? [], maxBytes) : maxBytes) - before;
    const reservation = (isFirst ? bodies : rests).reserve(wanted, () => transport.resume());
    reservations.push(reservation);
    reservedBytes = before + reservation.bytes;
    if (reservation.bytes < wanted) maxBytes = reservedBytes;
    if (!reservation.isGranted) transport.pause();
  };
  const settle = (result: HttpResponse | HttpFailure) => {
    done = true;
    clearTimeout(timer);
    for (const reservation of reservations) reservation.release();
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
  const onTimeout = () => {
    // The host is not at fault, so it is not avoided. The limit includes this wait, because the lease of the visit may end soon after it.
    if (reservations.some(({ isGranted }) => !isGranted)) return stop('truncated', 'other long bodies used the memory');
    stop('timeout', `response incomplete after ${request.timeoutMs} ms`);
  };
  const timer = setTimeout(onTimeout, timeoutMs);
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
      const kept = Math.min(chunk.length, maxBytes - length);
      body.push(kept < chunk.length ? chunk.subarray(0, kept) : chunk);
      length += kept;
      if (kept < chunk.length) {
        respond({ truncated: true });
        return transport.abort(new NetError('truncated', `cut at ${length} bytes`));
      }
      if (length > reservedBytes && request.longBodies) reserveMemory(request.longBodies);
    },
    end() {
      if (!done) respond({ truncated: false });
    },
    fail,
  };
}

function firstReservation(headers: HeaderList, maxBytes: number): number {
  const declared = Number(headerValue(headers, 'content-length') ?? UNDECLARED_BODY_BYTES);
  return Math.min(declared > LONG_BODY_BYTES ? declared : UNDECLARED_BODY_BYTES, maxBytes);
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
