import { headerValue } from '../http/headers.ts';
import type { LocalFaultError } from '../http/local-fault.ts';
import type { FailureReason, FetchRequest, HttpFailure, HttpResponse, ResponseHead } from '../ports/fetcher.ts';
import { createBodyChunks, freeBody } from './body-chunks.ts';
import { createBodyFlow } from './body-flow.ts';
import { type BodyBudget, memoryFault } from './body-memory.ts';
import { NetError } from './net-error.ts';
import type { RateShare } from './read-rate.ts';

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
  /** How much of the body has arrived, by its declared length. */
  arrived(): 'whole' | 'short' | 'unknown';
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
  /** Whether nothing else refers to the memory of a chunk once the body is complete. */
  ownsChunks: boolean;
};

export type BudgetedRequest = FetchRequest & {
  /** Memory budget of long bodies. A body waits within its timeout while others use the budget. Default: no limit. */
  longBodies?: BodyBudget;
  /** Share of the rate at which responses are read. Its waits do not count for the timeout. Absent: no limit. */
  share?: RateShare | undefined;
};

/**
 * @param timeoutMs remaining part of the request's timeout
 * @param reject called instead of `resolve` if this machine lacks the memory for the body
 */
export function receiveResponse(
  request: BudgetedRequest,
  timeoutMs: number,
  transport: Transport,
  resolve: (result: HttpResponse | HttpFailure) => void,
  reject: (fault: LocalFaultError) => void,
): ResponseReceiver {
  let head: ResponseHead | undefined;
  let declared: number | undefined;
  let done = false;
  const chunks = createBodyChunks();
  let length = 0;
  /** Whether the response is complete, but waits for its turn. */
  let ended = false;
  let isPaused = false;
  const flow = createBodyFlow(request, timeoutMs, {
    resume() {
      if (ended) return respond({ truncated: false });
      if (isPaused) transport.resume();
      isPaused = false;
    },
    onTooSlow: () => stop('timeout', 'too slow while other long bodies wait'),
    onTimeout(waitsForMemory) {
      if (!waitsForMemory) return stop('timeout', `response incomplete after ${request.timeoutMs} ms`);
      end();
      reject(memoryFault());
      transport.abort(new NetError('timeout', 'no memory for the body'));
    },
  });

  const end = () => {
    done = true;
    flow.end();
    request.signal?.removeEventListener('abort', onAbort);
  };
  const fail = (reason: FailureReason, detail: string, stale = false) => {
    if (done) return;
    const known = transport.address();
    const address = known === '' ? {} : { address: known };
    end();
    resolve({ kind: 'failure', reason, detail, ...address, ...(stale ? { stale: true } : {}) });
  };
  const stop = (reason: FailureReason, detail: string) => {
    if (done) return;
    fail(reason, detail);
    transport.abort(new NetError(reason, detail));
  };
  const onAbort = () => stop('timeout', 'aborted');
  const respond = (more: { truncated: boolean } & Pick<HttpResponse, 'refused'>) => {
    // Forgets the chunks: the connection refers to this request until garbage collection finds both.
    const { body, isCopy } = chunks.join();
    end();
    const release = isCopy || transport.ownsChunks ? { release: () => freeBody(body) } : {};
    resolve({ kind: 'response', ...head!, body, ...more, ...transport.metadata(), ...release });
  };

  request.signal?.addEventListener('abort', onAbort);
  if (request.signal?.aborted) onAbort();
  return {
    isDone: () => done,
    hasHead: () => head !== undefined,
    head(received) {
      head = received;
      declared = declaredLength(received);
      const refused = request.refuseBody?.(received);
      if (refused === undefined || done) return;
      const hasBody = request.method !== 'HEAD';
      respond({ truncated: hasBody, refused });
      if (hasBody) transport.abort(new NetError('truncated', `body refused: ${refused}`));
    },
    data(chunk) {
      if (done) return;
      const kept = Math.min(chunk.length, flow.maxBytes() - length);
      chunks.add(kept < chunk.length ? chunk.subarray(0, kept) : chunk);
      length += kept;
      const mayContinue = flow.add(kept, declared);
      if (kept < chunk.length) {
        respond({ truncated: true });
        return transport.abort(new NetError('truncated', `cut at ${length} bytes`));
      }
      // The end of a complete body is read at once, as a server may close its connection.
      if (mayContinue || isPaused || length === declared) return;
      isPaused = true;
      transport.pause();
    },
    arrived() {
      if (declared === undefined || request.method === 'HEAD' || head?.status === 304) return 'unknown';
      return length < declared ? 'short' : 'whole';
    },
    end() {
      ended = true;
      if (!done && !flow.isHeld()) respond({ truncated: false });
    },
    fail,
  };
}

/** Returns the length by the header; undefined if there is none. */
function declaredLength({ headers }: ResponseHead): number | undefined {
  const text = headerValue(headers, 'content-length')?.trim();
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
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
