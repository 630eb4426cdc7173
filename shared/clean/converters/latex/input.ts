/**
 * The source of a TeX file as it is read: texts that macros stand for are put in their places, over what is left. All of
 * them together are no longer than a bound, and macros that call themselves end at a depth.
 */

/** `body` has `#1` to `#9` for arguments; `optional`: what the first is where it is not given. `end`: of an environment. */
export type Macro = { arguments: number; optional: string | undefined; body: string; end?: string };

export type TexInput = {
  /** Of the next piece: see `TOKEN`. @returns undefined: the end. */
  next(): RegExpExecArray | undefined;
  /** An argument as it is written: in braces, or one command or sign. '': there is none. */
  argument(): string;
  /** @returns undefined: it is not given. */
  optional(): string | undefined;
  /** Passes over so many arguments, and whatever is optional before each. */
  skip(count: number): void;
  /** What follows in this text up to the given words, and behind them. */
  upTo(words: string): string;
  /**
   * The text between two of the sign that comes next, and behind them.
   *
   * @param before so many characters back that sign stands, in the piece that was read last.
   * @returns undefined: it does not end.
   */
  quoted(before?: number): string | undefined;
  /** Passes over what the pattern, which is sticky, finds here. */
  pass(pattern: RegExp): string | undefined;
  /** @returns what goes back to here. */
  mark(): () => void;
  /** Reads this text before all that follows. */
  insert(text: string): void;
  expand(macro: Macro): void;
};

/** A command (with its star), an escaped sign, a sign that does something, an empty line, text, a comment, a line's end. */
const TOKEN =
  /\\([a-zA-Z@]+)(\*?)[ \t]*(?:\n(?![ \t]*\n)[ \t]*)?|\\([^a-zA-Z])|([{}$~&])|(\n[ \t]*(?:\n[ \t]*)+)|([^\\{}$~&\n%]+)|(%[^\n]*(?:\n[ \t]*(?!\n))?)|\n|\\/g;
const [BACKSLASH, OPEN, CLOSE, BRACKET] = [0x5c, 0x7b, 0x7d, 0x5d];
const LETTER = /^[a-zA-Z@]/;
const COMMAND_END = /\\[a-zA-Z@]+$/;
const MAX_DEPTH = 40;
const MAX_OPTIONAL = 600;
const MAX_QUOTED = 1_000;

/** `bracket`: where the next `]` stands. */
type Frame = { tex: string; at: number; bracket: number };

/** @param mostExpanded characters that macros may add. */
export function texInput(tex: string, mostExpanded: number): TexInput {
  const frames: Frame[] = [{ tex, at: 0, bracket: -1 }];
  let left = mostExpanded;
  const here = (): Frame => frames.at(-1)!;

  const pass = (pattern: RegExp): string | undefined => {
    const frame = here();
    pattern.lastIndex = frame.at;
    const found = pattern.exec(frame.tex)?.[0];
    frame.at += found?.length ?? 0;
    return found;
  };
  const optional = (): string | undefined => {
    const frame = here();
    const from = behindSpace(frame.tex, frame.at);
    if (frame.tex[from] !== '[') return undefined;
    if (frame.bracket < from) frame.bracket = (frame.tex.indexOf(']', from) + 1 || Number.POSITIVE_INFINITY) - 1;
    if (frame.bracket - from > MAX_OPTIONAL) return undefined;
    const end = endOfOptional(frame.tex, from);
    if (end === undefined) return undefined;
    frame.at = end + 1;
    return frame.tex.slice(from + 1, end);
  };
  const argument = (): string => {
    const frame = here();
    const from = behindSpace(frame.tex, frame.at);
    frame.at = Math.max(frame.at, behindGroup(frame.tex, from));
    const text = frame.tex.slice(from, frame.at);
    return text.startsWith('{') ? text.slice(1, text.endsWith('}') ? -1 : undefined) : text;
  };
  /** Counts what it costs to look for arguments too: a body that adds nothing may be full of them, and is read again and again. */
  const expanded = (body: string, given: readonly string[]): string => {
    if (frames.length > MAX_DEPTH || left <= 0) return '';
    let [text, at, cost] = ['', 0, body.length >> 6];
    for (const { index, 0: whole } of body.matchAll(/#[1-9]/g)) {
      const argument = given[Number(whole[1]) - 1] ?? '';
      // Letters do not lengthen the name of the command that they follow.
      const parted = LETTER.test(argument) && COMMAND_END.test(body.slice(Math.max(at, index - 40), index));
      text += body.slice(at, index) + (parted ? ' ' : '') + argument;
      at = index + whole.length;
      if (text.length + ++cost > left) break;
    }
    left -= cost;
    return text.length > left ? '' : text + body.slice(at);
  };
  const insert = (text: string) => {
    if (text === '' || text.length > left || frames.length > MAX_DEPTH) return;
    left -= text.length;
    // What is used up makes room: a macro at the end of another goes no deeper.
    if (frames.length > 1 && here().at >= here().tex.length) frames.pop();
    frames.push({ tex: text, at: 0, bracket: -1 });
  };
  return {
    next() {
      while (frames.length > 1 && here().at >= here().tex.length) frames.pop();
      const frame = here();
      TOKEN.lastIndex = frame.at;
      const found = TOKEN.exec(frame.tex);
      if (!found) return undefined;
      frame.at = TOKEN.lastIndex;
      return found;
    },
    argument,
    optional,
    skip(count) {
      for (let i = 0; i < count; i++) {
        while (optional() !== undefined);
        argument();
      }
    },
    upTo(words) {
      const frame = here();
      const end = frame.tex.indexOf(words, frame.at);
      const from = frame.at;
      frame.at = end === -1 ? frame.tex.length : end + words.length;
      return frame.tex.slice(from, end === -1 ? undefined : end);
    },
    quoted(before = 0) {
      const frame = here();
      const from = frame.at - before + 1;
      const sign = frame.tex[from - 1] ?? '';
      const to = frame.tex.slice(from, from + MAX_QUOTED).indexOf(sign === '{' ? '}' : sign);
      if (sign === '' || to === -1) return undefined;
      frame.at = Math.max(frame.at, from + to + 1);
      return frame.tex.slice(from, from + to);
    },
    mark() {
      const marked = frames.map((frame) => ({ ...frame }));
      return () => frames.splice(0, frames.length, ...marked);
    },
    pass,
    insert,
    expand(macro) {
      const given: string[] = [];
      if (macro.optional !== undefined) given.push(optional() ?? macro.optional);
      while (given.length < macro.arguments) given.push(argument());
      insert(expanded(macro.body, given));
    },
  };
}

function behindSpace(tex: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.test(tex);
  return Math.max(from, SPACE.lastIndex);
}

const SPACE = /\s*(?:%[^\n]*\n\s*)*/y;

function endOfOptional(tex: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < tex.length && at - from < MAX_OPTIONAL; at++) {
    const code = tex.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === OPEN) depth++;
    else if (code === CLOSE && depth-- === 0) return undefined;
    else if (code === BRACKET && depth === 0) return at;
  }
  return undefined;
}

/** The position behind a group in braces, or behind one command; where it is where there is neither. */
function behindGroup(tex: string, from: number): number {
  if (tex[from] === '\\') return from + (/^\\(?:[a-zA-Z@]+|.)/s.exec(tex.slice(from, from + 100))?.[0].length ?? 1);
  if (tex[from] !== '{') return from;
  let depth = 0;
  const to = Math.min(tex.length, from + MAX_GROUP);
  for (let at = from; at < to; at++) {
    const code = tex.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === OPEN) depth++;
    else if (code === CLOSE && --depth === 0) return at + 1;
  }
  return to;
}

const MAX_GROUP = 20_000;
