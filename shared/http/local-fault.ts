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

/** Codes of errors for lack of free file descriptors, memory, processes or threads of this machine, whatever it was doing. */
const RESOURCE_CODES: readonly string[] = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'];

/** The same in the messages of Node's errors without such a code: a thread cannot be started, or cannot read its modules. */
const RESOURCE_MESSAGE =
  /^(?:Worker initialization failure: )?(EMFILE|ENFILE|ENOMEM|EAGAIN)\b|: too many open files\.?$/;

/** Maximum number of causes that are searched. */
const MAX_CAUSES = 5;

/** An error with the code of a system error, or what remains of one that another thread has posted. */
export type ResourceFault = { message: string; code: string; path?: string };

/** Finds a lack of resources of this machine in an error or its causes. No page is at fault, and a later attempt may succeed. */
export function findResourceFault(error: unknown): ResourceFault | undefined {
  let at = error as (Partial<ResourceFault> & { cause?: unknown }) | null | undefined;
  for (let i = 0; at && i < MAX_CAUSES; i++) {
    if (RESOURCE_CODES.includes(at.code ?? '')) return at as ResourceFault;
    const found = RESOURCE_MESSAGE.exec(at.message ?? '');
    if (found) return { message: found.input, code: found[1] ?? 'EMFILE' };
    at = at.cause as typeof at;
  }
  return undefined;
}
