import { EventEmitter } from 'node:events';

/** Creates a stream that records what is written to it. */
export function recordingStream(isTTY: boolean) {
  const written: string[] = [];
  const stream = Object.assign(new EventEmitter(), {
    isTTY,
    writable: true,
    write: (text: string | Uint8Array) => {
      written.push(String(text));
      return true;
    },
    end: () => stream as never,
  });
  return { stream: stream as NodeJS.WritableStream & { isTTY: boolean }, text: () => written.join('') };
}

/** Matches the control characters that a terminal may obey, except the line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these
export const CONTROL_CHARACTERS = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u202a-\u202e\u2066-\u2069]/;
