import { once } from 'node:events';
import process from 'node:process';

/** The environment of a command. Tests pass their own. */
export type Terminal = {
  /** Prints a line on standard output. The promise resolves when there is room for more; bulk output awaits it. */
  out(line: string): Promise<void> | undefined;
  /** Prints a line on standard error. */
  err(line: string): void;
  /**
   * Shows a line that the next call replaces; an empty line clears it. Does nothing if standard error is not a
   * terminal.
   */
  progress(line: string): void;
  /** Lines of standard input, without line ends. */
  lines(): AsyncIterable<string>;
  /** Standard output is a terminal. */
  isTTY: boolean;
  /** Standard error is a terminal. */
  showsProgress: boolean;
  /** Width of the terminal, in characters. */
  columns: number;
  env: Record<string, string | undefined>;
  /** Aborts when the reader of standard output is gone (`… | head`). */
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

/** The first signal asks for an orderly stop; the second ends the process at once. */
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

/** Yields the stream, and ends without an error when `signal` aborts. */
async function* readUntilAborted(signal: AbortSignal, stream: NodeJS.ReadStream): AsyncGenerator<Uint8Array> {
  signal.addEventListener('abort', () => stream.destroy());
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Maximum length of an input line, in characters. The rest of a longer line is dropped to bound memory; the line is
 * answered as a bad line.
 */
const MAX_LINE_LENGTH = 256 * 1024 * 1024;

/** Splits a byte stream into lines. It reads at most one chunk ahead. */
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

/** Replaces control characters in untrusted text, which could move the cursor or forge output. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
  return text.replace(/[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ');
}

export function bold(text: string, { isTTY, env }: Terminal): string {
  return isTTY && !env['NO_COLOR'] ? `\x1b[1m${text}\x1b[22m` : text;
}

/** Colours section names and list markers. */
export function accent(text: string, { isTTY, env }: Terminal): string {
  return isTTY && !env['NO_COLOR'] ? `\x1b[36m${text}\x1b[39m` : text;
}

/** Dims secondary text. */
export function dim(text: string, { isTTY, env }: Terminal): string {
  return text !== '' && isTTY && !env['NO_COLOR'] ? `\x1b[2m${text}\x1b[22m` : text;
}
