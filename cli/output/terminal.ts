import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import process from 'node:process';
import { FORGING_CHARACTERS } from '../../shared/text/forging-characters.ts';
import { encodeJsonLine } from './encode-json.ts';
import { needsTimes, withTime } from './log-time.ts';
import { splitLines } from './split-lines.ts';

/** The environment of a command. Tests pass their own. */
export type Terminal = {
  /** Prints a line on standard output. The promise resolves when there is room for more; bulk output awaits it. */
  out(line: string): Promise<void> | undefined;
  /** Prints a line on standard error. */
  err(line: string): void;
  /** Begins all further lines on standard error with their time, if they go into a file or a pipe. Absent: they have none. */
  startLog?(): void;
  /**
   * Shows a line that the next call replaces; an empty line clears it. Does nothing if standard error is not a
   * terminal.
   */
  progress(line: string): void;
  /** Prints an object as a line of JSON on standard output, as `out` does. */
  outJson(value: object): Promise<void> | undefined;
  /** Chunks of standard input. */
  input(): AsyncIterable<Uint8Array>;
  /** Lines of standard input, without line ends. */
  lines(): AsyncIterable<string>;
  /** The same lines as UTF-8. The next line overwrites the bytes. */
  lineBytes(): AsyncIterable<Uint8Array>;
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

/** Returns the terminal of this process. Its signals are handled from then on. */
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
  const input = () => readUntilAborted(interrupt, process.stdin);
  const written = writeTo(stdout, stderr, closed.signal);
  let hasTimes = false;
  return {
    ...written,
    err: (line) => written.err(hasTimes ? withTime(line, new Date()) : line),
    startLog() {
      hasTimes = needsTimes(env);
    },
    input,
    lines: () => linesOf(input()),
    lineBytes: () => splitLines(input(), (line) => line),
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
): Pick<Terminal, 'out' | 'outJson' | 'err' | 'progress'> {
  let shown = false;
  let draining: Promise<void> | undefined;
  const clear = () => {
    if (shown) stderr.write('\r\x1b[K');
    shown = false;
  };
  const write = (line: string | Uint8Array) => {
    clear();
    if (stdout.write(line)) return undefined;
    // One wait for all lines: few commands wait before they write the next line.
    draining ??= waitForDrain(stdout, closed).finally(() => {
      draining = undefined;
    });
    return draining;
  };
  return {
    out(line) {
      if (closed.aborted) return undefined;
      const text = stdout.isTTY ? applyStyles(escapeControls(line)) : escapeControls(line, CONTROL_CODES);
      return write(`${text}\n`);
    },
    outJson: (value) => (closed.aborted ? undefined : write(encodeJsonLine(value))),
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

/** Splits a byte stream into lines of text (`splitLines`). */
export function linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Whole lines are decoded, because a decoder of streams is much slower.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return splitLines(chunks, (line) => decoder.decode(line));
}

/** Replaces control characters in untrusted text, each run by a blank. */
export function printable(text: string): string {
  return text.replace(FORGING_CHARACTERS, ' ');
}

/** As `printable`, but keeps tabs, which are part of code. */
export const printableLine = (line: string): string => line.split('\t').map(printable).join('\t');

/**
 * As `printableLine`, but keeps the marks of Arabic and Hebrew texts (U+200E, U+200F), which change the direction of no other character.
 * For files and pipes, which may lead to a terminal.
 */
export const pipedLine = (line: string): string => line.replace(FORGING_CHARACTERS, withoutAllButMarks);

const withoutAllButMarks = (run: string): string => run.replace(/[^\t\u200e\u200f]+/g, ' ');

/** The C0 and C1 control characters and DEL, except line feeds and tabs. */
const CONTROL_CODES = /[^\P{Cc}\n\t]+/gu;

/** Writes control characters as `\\u001b`, except line feeds and tabs. JSON stays valid and keeps its meaning. */
function escapeControls(line: string, controls = FORGING_CHARACTERS): string {
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
