import { meter } from './wiring/wiring-meter.ts';

/** Size that the runtime adds to a line (time, level, request id), and the service to an event. Bytes. */
const OVERHEAD_BYTES = 160;

/** Logs one JSON object per line. `event` is a word from a short list; metric filters select lines by it. */
export function log(level: 'debug' | 'info' | 'error', event: string, fields: Record<string, unknown> = {}): void {
  const line = { event, ...fields };
  meter.count('logs.PutLogEvents.bytes', Buffer.byteLength(JSON.stringify(line)) + OVERHEAD_BYTES);
  // biome-ignore lint/suspicious/noConsole: the Lambda runtime writes the console to the log
  console[level](line);
}

/** Log fields for a thrown value. */
export const errorFields = (error: unknown): { error: string; stack?: string | undefined } =>
  error instanceof Error ? { error: `${error.name}: ${error.message}`, stack: error.stack } : { error: String(error) };
