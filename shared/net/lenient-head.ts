/**
 * Rewrites response heads that undici refuses although browsers read them: lines that end with LF alone, folded field lines (obsolete
 * since RFC 7230), an unrequested `100 Continue`, and fields that need a repair (`field-lines.ts`).
 */
import { type FramingFields, isPlainField, mendFieldLines } from './field-lines.ts';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
const LINE_END = Buffer.from('\r\n');
const ONE_SPACE = Buffer.from(' ');
const NOTHING = Buffer.alloc(0);
const VERSION = 'HTTP/';
/** Number of parts of a line from which they are joined. A server may send single bytes, and joining at each would take quadratic time. */
const MAX_PARTS = 64;
const STATUS_LINE = /^HTTP\/\d/;
const CONTINUE = /^HTTP\/1\.\d 100(?: |$)/;

/** Takes what was read of a response. @returns the bytes to parse; empty if the end of a line is needed first */
export type HeadFilter = (chunk: Buffer) => Buffer;

/** Creates the filter of one response. After the head it returns its input. */
export function lenientHead(): HeadFilter {
  let part: 'start' | 'continue' | 'fields' | 'body' = 'start';
  /** Parts of an incomplete line. */
  let rest: Buffer[] = [];
  /** A complete field line that the next one may continue, and its continuations. */
  let line: Buffer[] = [];
  let fields = mendFieldLines();
  return (chunk) => {
    if (part === 'body') return chunk;
    if (part === 'start' && rest.length === 0 && isPlainHead(chunk)) {
      part = 'body';
      return chunk;
    }
    const isHttp = part !== 'start' || (rest[0]?.length ?? 0) >= VERSION.length;
    rest.push(chunk);
    if (isHttp && rest.length < MAX_PARTS && !chunk.includes(LF)) return NOTHING;
    const bytes = rest.length === 1 ? chunk : Buffer.concat(rest);
    const ready: Buffer[] = [];
    const addLine = (): void => {
      if (line.length > 0) for (const word of fields.add(line)) ready.push(word);
    };
    let at = 0;
    for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, at)) {
      const from = at;
      const next = bytes.subarray(from, bytes[end - 1] === CR && end > from ? end - 1 : end);
      at = end + 1;
      if (part === 'start') {
        const text = next.toString('latin1');
        if (!STATUS_LINE.test(text)) {
          part = 'body';
          at = from;
          break;
        }
        part = CONTINUE.test(text) ? 'continue' : 'fields';
        if (part === 'fields') ready.push(next, LINE_END);
      } else if (part === 'continue') {
        if (next.length === 0) part = 'start';
      } else if (next.length === 0) {
        part = 'body';
        addLine();
        for (const word of fields.end()) ready.push(word);
        ready.push(LINE_END);
        break;
      } else if (isBlank(next[0])) {
        if (line.length > 0) line.push(ONE_SPACE, trimBlanks(next));
      } else {
        addLine();
        line = [next];
      }
    }
    const left = bytes.subarray(at);
    if (part === 'start' && !mayBeHttp(left)) part = 'body';
    if (part !== 'body') {
      rest = left.length > 0 ? [left] : [];
      return Buffer.concat(ready);
    }
    ready.push(left);
    // The filter lasts until the next request.
    rest = [];
    line = [];
    fields = mendFieldLines();
    return ready.length === 1 ? ready[0]! : Buffer.concat(ready);
  };
}

/** Removes spaces and tabs at both ends. The bytes of other white space may be parts of UTF-8 characters. */
function trimBlanks(bytes: Buffer): Buffer {
  let [from, to] = [0, bytes.length];
  while (from < to && isBlank(bytes[from])) from++;
  while (to > from && isBlank(bytes[to - 1])) to--;
  return bytes.subarray(from, to);
}

const isBlank = (byte: number | undefined): boolean => byte === SPACE || byte === TAB;

/** Whether an incomplete status line may become one of HTTP. */
const mayBeHttp = (bytes: Buffer): boolean => {
  const text = bytes.toString('latin1', 0, VERSION.length);
  return VERSION.startsWith(text);
};

/** Whether the bytes begin with a whole head that needs no change: the usual case. */
function isPlainHead(bytes: Buffer): boolean {
  if (CONTINUE.test(bytes.toString('latin1', 0, 'HTTP/1.1 100 '.length))) return false;
  const framing: FramingFields = { lengths: 0, codings: 0 };
  let from = 0;
  for (let end = bytes.indexOf(LF); end !== -1; end = bytes.indexOf(LF, from)) {
    if (bytes[end - 1] !== CR) return false;
    if (from > 0 && !isPlainField(bytes, from, end - 1, framing)) return false;
    from = end + 1;
    if (bytes[from] === CR && bytes[from + 1] === LF) return true;
  }
  return false;
}
