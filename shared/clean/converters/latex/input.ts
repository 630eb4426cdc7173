/**
 * The input stack of a TeX reader. An expanded macro becomes a frame on top of the source. Limits on total expansion and on depth
 * stop recursive macros.
 */
import { endOfOptional, indexAfterArgument, indexAfterSpace, MAX_OPTIONAL_LENGTH, TOKEN } from './scan.ts';

/** A user-defined macro or environment. */
export type Macro = {
  /** Number of parameters, including an optional one. */
  parameters: number;
  /** Default of the first parameter; undefined if that parameter is mandatory. */
  optional: string | undefined;
  /** Replacement text with `#1` to `#9` for arguments. For an environment, the text at its start. */
  body: string;
  /** Text at the end of an environment. */
  end?: string;
};

/** A macro expansion, or the source at the bottom of the stack. */
type Frame = {
  tex: string;
  at: number;
  /** Cached position of the next `]`. -1 before the first search; infinity if there is none. */
  bracket: number;
};

const STARTS_WITH_LETTER = /^[a-zA-Z@]/;
const ENDS_WITH_CONTROL_WORD = /\\[a-zA-Z@]+$/;
/** Number of characters before a parameter that are searched for a control word. */
const MAX_CONTROL_WORD_LENGTH = 40;
/** Maximum number of nested expansions. */
const MAX_DEPTH = 40;
/** Maximum length of a delimited text such as `\verb|…|`, in UTF-16 units. */
const MAX_DELIMITED_LENGTH = 1_000;

export class TexInput {
  private readonly frames: Frame[];
  /** Characters that expansion may still add. */
  private budget: number;

  /** @param maxExpansion maximum number of characters that all expansions may add */
  constructor(tex: string, maxExpansion: number) {
    this.frames = [{ tex, at: 0, bracket: -1 }];
    this.budget = maxExpansion;
  }

  /** Returns the match of `TOKEN` at the current position, or undefined at the end. */
  nextToken(): RegExpExecArray | undefined {
    while (this.frames.length > 1 && this.isFrameRead()) this.frames.pop();
    const frame = this.top();
    TOKEN.lastIndex = frame.at;
    const token = TOKEN.exec(frame.tex);
    if (!token) return undefined;
    frame.at = TOKEN.lastIndex;
    return token;
  }

  /** Reads a mandatory argument without its braces. Returns an empty string if there is none. */
  readArgument(): string {
    const frame = this.top();
    const from = indexAfterSpace(frame.tex, frame.at);
    frame.at = Math.max(frame.at, indexAfterArgument(frame.tex, from));
    const text = frame.tex.slice(from, frame.at);
    return text.startsWith('{') ? text.slice(1, text.endsWith('}') ? -1 : undefined) : text;
  }

  /** Reads an optional argument without its brackets. Returns undefined if there is none. */
  readOptional(): string | undefined {
    const frame = this.top();
    const from = indexAfterSpace(frame.tex, frame.at);
    if (frame.tex[from] !== '[') return undefined;
    if (frame.bracket < from) frame.bracket = (frame.tex.indexOf(']', from) + 1 || Number.POSITIVE_INFINITY) - 1;
    if (frame.bracket - from > MAX_OPTIONAL_LENGTH) return undefined;
    const end = endOfOptional(frame.tex, from);
    if (end === undefined) return undefined;
    frame.at = end + 1;
    return frame.tex.slice(from + 1, end);
  }

  /** Skips `count` mandatory arguments and all optional arguments before each. */
  skipArguments(count: number): void {
    for (let i = 0; i < count; i++) {
      while (this.readOptional() !== undefined);
      this.readArgument();
    }
  }

  /** Reads the text up to `terminator`, or up to the end of the frame, and skips the terminator. */
  readUntil(terminator: string): string {
    const frame = this.top();
    const end = frame.tex.indexOf(terminator, frame.at);
    const from = frame.at;
    frame.at = end === -1 ? frame.tex.length : end + terminator.length;
    return frame.tex.slice(from, end === -1 ? undefined : end);
  }

  /**
   * Reads the text between two occurrences of a delimiter, and skips the second one. A `{` is closed by `}`.
   * @param offset distance from the current position back to the first delimiter
   * @returns undefined if the text does not end
   */
  readDelimited(offset = 0): string | undefined {
    const frame = this.top();
    const from = frame.at - offset + 1;
    const delimiter = frame.tex[from - 1] ?? '';
    const length = frame.tex.slice(from, from + MAX_DELIMITED_LENGTH).indexOf(delimiter === '{' ? '}' : delimiter);
    if (delimiter === '' || length === -1) return undefined;
    frame.at = Math.max(frame.at, from + length + 1);
    return frame.tex.slice(from, from + length);
  }

  /**
   * Reads what a pattern matches at the current position.
   * @param pattern sticky pattern
   * @returns undefined if it does not match
   */
  match(pattern: RegExp): string | undefined {
    const frame = this.top();
    pattern.lastIndex = frame.at;
    const found = pattern.exec(frame.tex)?.[0];
    frame.at += found?.length ?? 0;
    return found;
  }

  /** Saves the position. @returns a function that restores it */
  savePosition(): () => void {
    const saved = this.frames.map((frame) => ({ ...frame }));
    return () => {
      this.frames.splice(0, this.frames.length, ...saved);
    };
  }

  /** Pushes text that is read next. Ignores it if a limit is exceeded. */
  insert(text: string): void {
    if (text === '' || text.length > this.budget || this.frames.length > MAX_DEPTH) return;
    this.budget -= text.length;
    // A macro call at the end of another macro does not add depth.
    if (this.frames.length > 1 && this.isFrameRead()) this.frames.pop();
    this.frames.push({ tex: text, at: 0, bracket: -1 });
  }

  /** Reads the arguments of a macro and inserts its replacement text. */
  expand(macro: Macro): void {
    const values: string[] = [];
    if (macro.optional !== undefined) values.push(this.readOptional() ?? macro.optional);
    while (values.length < macro.parameters) values.push(this.readArgument());
    this.insert(this.substitute(macro.body, values));
  }

  private top(): Frame {
    return this.frames.at(-1)!;
  }

  private isFrameRead(): boolean {
    const frame = this.top();
    return frame.at >= frame.tex.length;
  }

  /** Replaces parameters by arguments. The search costs budget too: a body of empty parameters adds no text. */
  private substitute(body: string, values: readonly string[]): string {
    if (this.frames.length > MAX_DEPTH || this.budget <= 0) return '';
    let [text, at, cost] = ['', 0, body.length >> 6];
    for (const { index, 0: parameter } of body.matchAll(/#[1-9]/g)) {
      const value = values[Number(parameter[1]) - 1] ?? '';
      // A space keeps the letters of an argument out of the control word before it.
      const needsSpace =
        STARTS_WITH_LETTER.test(value) &&
        ENDS_WITH_CONTROL_WORD.test(body.slice(Math.max(at, index - MAX_CONTROL_WORD_LENGTH), index));
      text += body.slice(at, index) + (needsSpace ? ' ' : '') + value;
      at = index + parameter.length;
      if (text.length + ++cost > this.budget) break;
    }
    this.budget -= cost;
    return text.length > this.budget ? '' : text + body.slice(at);
  }
}
