/** Retry delay of a host while another worker holds the lock of its group. Milliseconds. */
export const LOCK_RETRY_MS = 60_000;
