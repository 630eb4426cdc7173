/** Time comes in here and nowhere else, so that any run can be replayed. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /**
   * Resolves after `ms` (at once when 0 or less), or as soon as `signal` aborts; it never rejects.
   * Who sleeps only in case something else does not happen passes a signal and aborts it, so that nothing keeps waiting.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
