import { meter } from './wiring/wiring-meter.ts';

/** What the runtime adds to a line (time, level, request), and the service to an event. Bytes. */
const FRAME_BYTES = 160;

/** One JSON object a line, with an `event` from a short list; the functions' logs take it apart by its fields. */
export function log(level: 'info' | 'error', event: string, fields: Record<string, unknown> = {}): void {
  const line = { event, ...fields };
  meter.count('logs.PutLogEvents.bytes', Buffer.byteLength(JSON.stringify(line)) + FRAME_BYTES);
  // biome-ignore lint/suspicious/noConsole: the runtime of Lambda takes logs from here
  console[level](line);
}

/** What is worth keeping of something that was thrown. */
export const faultOf = (error: unknown): { error: string; stack?: string | undefined } =>
  error instanceof Error ? { error: `${error.name}: ${error.message}`, stack: error.stack } : { error: String(error) };
