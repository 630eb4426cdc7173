/** This machine cannot send requests: it has no free file descriptor, memory or local port, or its network interface is down. No host is at fault. */
export class LocalFaultError extends Error {
  override readonly name = 'LocalFaultError';
  /** Code of the system error, such as `EMFILE`. */
  readonly code: string;

  constructor(code: string, cause: Error) {
    super(`this machine cannot send requests (${cause.message || code})`, { cause });
    this.code = code;
  }
}
