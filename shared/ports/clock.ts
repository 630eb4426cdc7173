/** The only source of time, so that a run can be replayed. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Resolves after `ms` (at once if 0 or less), or when `signal` aborts. Never rejects.
   * Pass a signal for timeouts and abort it when the awaited event happens, so that no timer stays pending.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
