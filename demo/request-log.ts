/** One request as the server saw it. Times in milliseconds, of one monotonic clock. */
export type LoggedRequest = {
  host: string;
  method: string;
  /** With the query, as asked. */
  path: string;
  /** When its head had come. */
  startedAt: number;
  /**
   * When the last byte was handed to the network, which is before the asker can have it: gaps measured from here are
   * never shorter than the asker's own. When the connection went, if it went before; absent while it is under way.
   */
  endedAt?: number;
  /** 0 where the connection was reset without an answer. */
  status: number;
  /** Seconds asked for by a Retry-After header. */
  retryAfterS?: number;
  userAgent: string;
  /** Lower-case names. */
  headers: Record<string, string | string[] | undefined>;
};

export type RequestLog = {
  /** In the order of their coming. */
  readonly requests: LoggedRequest[];
  of(host: string): LoggedRequest[];
  clear(): void;
  add(request: LoggedRequest): void;
  /** Calls once, with the next request, as soon as its head has come: before anything is answered. */
  next(heard: (request: LoggedRequest) => void): void;
};

export function requestLog(): RequestLog {
  const requests: LoggedRequest[] = [];
  const waiting: ((request: LoggedRequest) => void)[] = [];
  return {
    requests,
    of: (host) => requests.filter((request) => request.host === host),
    clear: () => {
      requests.length = 0;
    },
    add(request) {
      requests.push(request);
      for (const heard of waiting.splice(0)) heard(request);
    },
    next: (heard) => void waiting.push(heard),
  };
}
