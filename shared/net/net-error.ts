import { isIPv6 } from 'node:net';
import { LocalFaultError } from '../http/local-fault.ts';
import type { FailureReason } from '../ports/fetcher.ts';

/** A failure with a known reason. */
export class NetError extends Error {
  override readonly name = 'NetError';
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Codes of faults of this machine: no free descriptor, memory, buffer or local port, or a network interface that is down. The server is not at fault.
 *
 * Codes that a fault of the server's network or name server may cause as well, such as `ENETUNREACH` and `EAI_AGAIN`, are missing:
 * retries of such a host would not end.
 */
const LOCAL_CODES: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'EADDRNOTAVAIL', 'ENETDOWN'];

/**
 * Returns the fault of this machine that an error of a request or a name lookup reports; undefined if there is none.
 *
 * @param error also an AggregateError of several attempts: one local fault may be why none of them succeeded
 */
export function localFaultOf(error: unknown): LocalFaultError | undefined {
  if (error instanceof LocalFaultError) return error;
  if (!(error instanceof Error)) return undefined;
  const all = error instanceof AggregateError ? [error, ...error.errors] : [error];
  const local = all.find((one) => LOCAL_CODES.includes(codeOf(one)) && !lacksIpv6(one));
  return local && new LocalFaultError(codeOf(local), local);
}

/**
 * Whether a connection failed because this machine has no IPv6. Hosts that have only such addresses stay out of reach, so waiting
 * would not end; other hosts can be reached.
 */
function lacksIpv6(error: Error & { address?: unknown }): boolean {
  return codeOf(error) === 'EADDRNOTAVAIL' && typeof error.address === 'string' && isIPv6(error.address);
}

const REASON_BY_CODE: Record<string, FailureReason> = {
  ENOTFOUND: 'dns',
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'header-too-large',
  HPE_HEADER_OVERFLOW: 'header-too-large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'truncated',
  HPE_INVALID_EOF_STATE: 'truncated',
  EPROTO: 'tls',
};

/** Codes of a connection that ended. What they mean depends on how far the response had come. */
const CONNECTION_END_CODES: readonly string[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT'];

/**
 * Returns the failure reason of an error.
 *
 * @param state.answered whether the head of the response had been read
 * @param state.connected whether the connection had been opened
 */
export function failureReasonOf(
  error: Error,
  state: { answered: boolean; connected: boolean; tls: boolean },
): FailureReason {
  if (error instanceof NetError) return error.reason;
  const code = codeOf(error);
  const known = REASON_BY_CODE[code];
  if (known) return known;
  if (isUnexpectedStatus(error)) return 'protocol';
  if (CONNECTION_END_CODES.includes(code)) {
    if (state.answered) return 'truncated';
    if (state.connected || !state.tls || code === 'ETIMEDOUT') return 'connect';
    return 'tls';
  }
  if (code.startsWith('HPE_') || code.startsWith('UND_ERR')) return 'protocol';
  if (/^ERR_(?:TLS|SSL)|CERT|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls';
  return state.connected ? 'protocol' : 'connect';
}

/** Returns whether the error may mean that the server had closed a kept-alive connection. */
export function isStaleConnectionError(error: Error): boolean {
  return CONNECTION_END_CODES.includes(codeOf(error)) && !isUnexpectedStatus(error);
}

/** Returns whether undici ended the connection for an unexpected status 100 or 101, for which it has no code. */
function isUnexpectedStatus(error: Error): boolean {
  return /^bad (?:response|upgrade)/.test(error.message);
}

function codeOf(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code;
  return typeof code === 'string' ? code : '';
}
