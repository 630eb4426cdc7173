/** A request as the server received it. Times are milliseconds of one monotonic clock. */
export type LoggedRequest = {
  host: string;
  method: string;
  /** Path with query, as requested. */
  path: string;
  /** Time when the request header was complete. */
  startedAt: number;
  /**
   * Time when the last byte was passed to the network, which is before the client receives it. Pauses measured from here
   * are never shorter than the client's. Time of the disconnect if that came first; absent while the response is in progress.
   */
  endedAt?: number;
  /** 0 if the connection was reset without a response. */
  status: number;
  /** Value of the Retry-After header, in seconds. */
  retryAfterS?: number;
  userAgent: string;
  /** Header fields with names in lower case. */
  headers: Record<string, string | string[] | undefined>;
};

export type RequestLog = {
  /** Requests in order of arrival. */
  readonly requests: LoggedRequest[];
  of(host: string): LoggedRequest[];
  clear(): void;
  add(request: LoggedRequest): void;
  /** Calls back once with the next request, when its header is complete and before the response. */
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
      for (const callback of waiting.splice(0)) callback(request);
    },
    next: (callback) => void waiting.push(callback),
  };
}
