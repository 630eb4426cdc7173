import type { FailureReason } from '../ports/fetcher.ts';

/** A failure whose reason is known where it is thrown. */
export class NetError extends Error {
  override readonly name = 'NetError';
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

const BY_CODE: Record<string, FailureReason> = {
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

/** A connection that ends: what that means depends on how far the answer had come. */
const ENDED: readonly string[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT'];

/** @param state.answered whether the head of the answer had been read. @param state.connected whether there was a connection. */
export function failureReasonOf(
  error: Error,
  state: { answered: boolean; connected: boolean; tls: boolean },
): FailureReason {
  if (error instanceof NetError) return error.reason;
  const code = codeOf(error);
  const known = BY_CODE[code];
  if (known) return known;
  if (isBroken(error)) return 'protocol';
  if (ENDED.includes(code)) {
    if (state.answered) return 'truncated';
    if (state.connected || !state.tls || code === 'ETIMEDOUT') return 'connect';
    return 'tls';
  }
  if (code.startsWith('HPE_') || code.startsWith('UND_ERR')) return 'protocol';
  if (/^ERR_(?:TLS|SSL)|CERT|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls';
  return state.connected ? 'protocol' : 'connect';
}

/** Whether a connection that was kept open turned out to have been closed by the other side meanwhile. */
export function isStaleConnectionError(error: Error): boolean {
  return ENDED.includes(codeOf(error)) && !isBroken(error);
}

/** A 100 or 101 that nobody asked for: the client ends the connection itself, and says so by no code of its own. */
function isBroken(error: Error): boolean {
  return /^bad (?:response|upgrade)/.test(error.message);
}

function codeOf(error: Error): string {
  const code = (error as NodeJS.ErrnoException).code;
  return typeof code === 'string' ? code : '';
}
