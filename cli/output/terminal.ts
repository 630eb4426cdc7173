import { randomUUID } from 'node:crypto';
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
  /** Standard input and standard error are terminals, so a person can answer questions. Absent: they are not. */
  canAsk?: boolean;
  /** Standard error is a terminal. */
  showsProgress: boolean;
  /** Width of the terminal, in characters. */
  columns: number;
  env: Record<string, string | undefined>;
  /** Aborts when the reader of standard output is gone (`… | head`). */
  closed: AbortSignal;
  /** Aborts when the user asks to stop (Ctrl-C, SIGTERM), or closes the terminal (SIGHUP). */
  interrupt: AbortSignal;
};

export function processTerminal(): Terminal {
  const { stdout, stderr, env } = process;
  const closed = new AbortController();
  const interrupt = interruptSignal();
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (!isReaderGone(error) && !closed.signal.aborted)
      stderr.write(`standard output cannot be written: ${error.message}\n`);
    closed.abort();
  });
  // A terminal that was closed takes no more messages.
  stderr.on('error', () => undefined);
  return {
    ...writeTo(stdout, stderr, closed.signal),
    lines: () => linesOf(readUntilAborted(interrupt, process.stdin)),
    isTTY: Boolean(stdout.isTTY),
    canAsk: Boolean(process.stdin.isTTY && stderr.isTTY),
    showsProgress: Boolean(stderr.isTTY),
    columns: stderr.columns || stdout.columns || 80,
    env,
    closed: closed.signal,
    interrupt,
  };
}

/** The reader of a pipe is gone, or the terminal was closed. */
export function isReaderGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'EIO';
}

type OutputStream = NodeJS.WritableStream & { isTTY?: boolean };

/**
 * Writes lines to two streams and escapes control characters (see `escapeControls`), so no command can forget it. A pipe may lead to
 * a terminal (`| tee log`), so it gets none either; only characters that change the direction of text pass there, because they are
 * part of texts such as Markdown.
 */
export function writeTo(
  stdout: OutputStream,
  stderr: OutputStream,
  closed: AbortSignal,
): Pick<Terminal, 'out' | 'err' | 'progress'> {
  let shown = false;
  let draining: Promise<void> | undefined;
  const clear = () => {
    if (shown) stderr.write('\r\x1b[K');
    shown = false;
  };
  return {
    out(line) {
      if (closed.aborted) return undefined;
      clear();
      const text = stdout.isTTY ? applyStyles(escapeControls(line)) : escapeControls(line, CONTROL_CODES);
      if (stdout.write(`${text}\n`)) return undefined;
      // One wait for all lines: few commands wait before they write the next line.
      draining ??= waitForDrain(stdout, closed).finally(() => {
        draining = undefined;
      });
      return draining;
    },
    err(line) {
      clear();
      stderr.write(`${escapeControls(line)}\n`);
    },
    progress(line) {
      if (!stderr.isTTY) return;
      clear();
      stderr.write(escapeControls(line));
      shown = line !== '';
    },
  };
}

async function waitForDrain(stdout: OutputStream, closed: AbortSignal): Promise<void> {
  await once(stdout, 'drain', { signal: closed }).catch(() => undefined);
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
  // The terminal was closed, or the connection to the machine was lost.
  process.on('SIGHUP', onSignal);
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
 * Maximum length of an input line, in bytes. The rest of a longer line is dropped to bound memory; the line is answered as a bad
 * line.
 */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = '\ufeff';

/** Splits a byte stream into lines. It reads at most one chunk ahead. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Whole lines are decoded, because a decoder of streams is much slower.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let parts: Uint8Array[] = [];
  let length = 0;
  let isFirst = true;
  const keep = (part: Uint8Array) => {
    if (length < MAX_LINE_BYTES) parts.push(part);
    length += part.length;
  };
  const takeLine = () => {
    const line = decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
    const text = isFirst && line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line;
    isFirst = false;
    parts = [];
    length = 0;
    return text;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      keep(chunk.subarray(from, end));
      yield takeLine();
      from = end + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  if (length > 0) yield takeLine();
}

/**
 * Characters that could move the cursor, change the terminal's settings or forge output: the C0 and C1 control characters,
 * line separators, and those that change the direction of text.
 */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufff9-\ufffb]+/gu;

/** Replaces control characters in untrusted text, each run by a blank. */
export function printable(text: string): string {
  return text.replace(CONTROLS, ' ');
}

/** The C0 and C1 control characters and DEL, except line feeds and tabs. */
const CONTROL_CODES = /[^\P{Cc}\n\t]+/gu;

/** Writes control characters as `\\u001b`, except line feeds and tabs. JSON stays valid and keeps its meaning. */
function escapeControls(line: string, controls = CONTROLS): string {
  return line.search(controls) < 0 ? line : line.replace(controls, escapeRun);
}

const escapeRun = (run: string): string =>
  run.replace(/[^\n\t]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Starts a style in a line, until `writeTo` replaces it by an escape sequence. It is random, so no page can contain it: an escape
 * sequence of a page never passes for one of our own.
 */
const STYLE_MARK = `\ufdd0${randomUUID()}:`;

const STYLES = new RegExp(`${STYLE_MARK}(\\d+)m`, 'g');

const applyStyles = (line: string): string => line.replace(STYLES, '\x1b[$1m');

/** @param on code that starts the style (SGR). @param off code that ends it */
function style(text: string, on: number, off: number, { isTTY, env }: Terminal): string {
  return isTTY && !env['NO_COLOR'] ? `${STYLE_MARK}${on}m${text}${STYLE_MARK}${off}m` : text;
}

export const bold = (text: string, terminal: Terminal): string => style(text, 1, 22, terminal);

/** Colours section names and list markers. */
export const accent = (text: string, terminal: Terminal): string => style(text, 36, 39, terminal);

/** Dims secondary text. */
export const dim = (text: string, terminal: Terminal): string => (text === '' ? '' : style(text, 2, 22, terminal));
