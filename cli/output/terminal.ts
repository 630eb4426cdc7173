import { once } from 'node:events';
import process from 'node:process';

/** What a command may touch of its surroundings; a test hands in its own. */
export type Terminal = {
  /** A line on standard output. A promise resolves when there is room for more: who prints in numbers waits for it. */
  out(line: string): Promise<void> | undefined;
  /** A line on standard error. */
  err(line: string): void;
  /** Shows a line that the next one replaces; empty: takes it away. Does nothing when standard error is no terminal. */
  progress(line: string): void;
  /** The lines of standard input, without their ends. */
  lines(): AsyncIterable<string>;
  /** A person is looking at standard output. */
  isTTY: boolean;
  /** A person is looking at standard error. */
  showsProgress: boolean;
  /** Width of the terminal, in characters. */
  columns: number;
  env: Record<string, string | undefined>;
  /** Nobody reads standard output any more (`… | head`). */
  closed: AbortSignal;
  /** Aborts when the user asks to stop (Ctrl-C, SIGTERM). */
  interrupt: AbortSignal;
};

export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  const closed = new AbortController();
  const interrupt = interruptSignal();
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closed.abort();
  });
  let shown = false;
  const clear = () => {
    if (shown) stderr.write('\r\x1b[K');
    shown = false;
  };
  return {
    out(line) {
      if (closed.signal.aborted) return undefined;
      clear();
      return stdout.write(`${line}\n`) ? undefined : waitForDrain(closed.signal);
    },
    err(line) {
      clear();
      stderr.write(`${line}\n`);
    },
    progress(line) {
      if (!stderr.isTTY) return;
      clear();
      stderr.write(line);
      shown = line !== '';
    },
    lines: () => linesOf(readUntilAborted(interrupt, process.stdin)),
    isTTY: Boolean(stdout.isTTY),
    showsProgress: Boolean(stderr.isTTY),
    columns: stderr.columns || stdout.columns || 80,
    env,
    closed: closed.signal,
    interrupt,
  };
}

async function waitForDrain(closed: AbortSignal): Promise<void> {
  await once(process.stdout, 'drain', { signal: closed }).catch(() => undefined);
}

/** The first signal asks for an orderly stop, the second ends the process at once. */
function interruptSignal(): AbortSignal {
  const stop = new AbortController();
  const onSignal = () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return stop.signal;
}

/** Ends early, and without an error, when `signal` aborts. */
async function* readUntilAborted(signal: AbortSignal, stream: NodeJS.ReadStream): AsyncGenerator<Uint8Array> {
  signal.addEventListener('abort', () => stream.destroy());
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Characters of a line. The rest of a longer one is left out, so that it is answered as a bad line and memory is bounded. */
const MAX_LINE_LENGTH = 256 * 1024 * 1024;

/** Lines of a byte stream in constant memory: no more is read ahead than one chunk. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  const keep = (part: string) => {
    if (length < MAX_LINE_LENGTH) parts.push(part);
    length += part.length;
  };
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      keep(text.slice(from, end));
      yield parts.join('');
      parts = [];
      length = 0;
      from = end + 1;
    }
    if (from < text.length) keep(text.slice(from));
  }
  keep(decoder.decode());
  if (length > 0) yield parts.join('');
}

/** For text that strangers wrote: control characters could move the cursor or forge what stands on the screen. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ');
}

export function bold(text: string, { isTTY, env }: Terminal): string {
  return isTTY && !env['NO_COLOR'] ? `\x1b[1m${text}\x1b[22m` : text;
}

/** For what orders the rest: names of parts, signs of lists. */
export function accent(text: string, { isTTY, env }: Terminal): string {
  return isTTY && !env['NO_COLOR'] ? `\x1b[36m${text}\x1b[39m` : text;
}

/** For what is read second. */
export function dim(text: string, { isTTY, env }: Terminal): string {
  return text !== '' && isTTY && !env['NO_COLOR'] ? `\x1b[2m${text}\x1b[22m` : text;
}
