import { INVISIBLE, kindAt, LETTER, SEPARATOR, widthAt } from '../../text/letters.ts';
import { compileTopicPattern, type Pattern } from './topic-pattern.ts';

/** A phrase, or a regular expression. */
export type TopicPart = { kind: 'words'; words: string[] } | { kind: 'pattern'; pattern: Pattern };

/** A row of a topic definition. */
export type TopicTerm = {
  /** The term as written. */
  term: string;
  /** Line in the file, from 1. */
  line: number;
  weight: number;
  classes: string[];
  /** Parts joined by `@and`: a match needs all of them, in any order. */
  parts: (TopicPart & { source: string })[];
};

/** All errors of a topic definition, with their lines. */
export class TopicFileError extends Error {
  override readonly name = 'TopicFileError';
  /** Kind of the error, for programs. It never changes. */
  readonly code = 'ERR_TOPIC_FILE';
  /** One message per error: `file:line: message`. */
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/**
 * Parses a topic definition in Combine's format: rows `weight: term [@and term]…=CLASS[,CLASS…]`, comments with `#`, empty
 * lines. Terms are words, phrases, or Perl regular expressions.
 *
 * @param file file name, for messages.
 * @param operators what words such as `@or` are, which look like operators but are none: errors, or text that must occur
 * @throws TopicFileError with every invalid line.
 */
export function readTopicFile(text: string, file: string, operators: 'errors' | 'text' = 'errors'): TopicTerm[] {
  const terms: TopicTerm[] = [];
  const faults: string[] = [];
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    try {
      terms.push(readRow(line, i + 1, operators));
    } catch (error) {
      faults.push(`${file}:${i + 1}: ${(error as Error).message}`);
    }
  }
  if (faults.length === 0 && terms.length === 0) faults.push(`${file}:1: the file contains no terms`);
  if (faults.length > 0) throw new TopicFileError(faults);
  return terms;
}

function readRow(line: string, number: number, operators: 'errors' | 'text'): TopicTerm {
  const colon = line.indexOf(':');
  const weight = line.slice(0, colon).trim();
  if (colon < 0 || !/^[-+]?\d+(\.\d+)?$/.test(weight))
    throw new Error('expected a number and a colon at the start of the row');
  // Terms can contain an equals sign, classes cannot.
  const equals = line.lastIndexOf('=');
  if (equals < colon) throw new Error('expected = and the classes at the end of the row');
  const term = line.slice(colon + 1, equals).trim();
  if (term === '') throw new Error('missing term between the colon and =');
  const classes = line.slice(equals + 1).split(',');
  const names = [...new Set(classes.map((name) => name.trim()))];
  if (names.includes('')) throw new Error('empty class name');
  return { term, line: number, weight: Number(weight), classes: names, parts: readTerm(term, operators) };
}

/** Parses a term: words, phrases and expressions, joined by `@and`. @throws Error that describes the syntax error */
export function readTerm(term: string, operators: 'errors' | 'text' = 'errors'): TopicTerm['parts'] {
  return ` ${term} `.split(/\s@and(?=\s)/i).map((text) => {
    const source = lowerCase(text.trim().replace(/\s+/g, ' '));
    if (source === '') throw new Error('@and needs a term on both sides');
    if (operators === 'errors') refuseOperators(source);
    return { ...readPart(source), source };
  });
}

/** What to write instead of what looks like an operator: as a text it would hardly ever occur on a page. */
const OTHER_OPERATORS: Record<string, string> = {
  '@and': 'needs a space on both sides',
  '@or': 'is not supported; write a row for each alternative',
  '@not': 'is not supported; write another row with @and and a negative weight',
};

/** @throws Error if a part of a term has a word that looks like an operator */
function refuseOperators(source: string): void {
  const operator = /(?<!\\)@(?:and|or|not)(?=\s|$)/.exec(source)?.[0];
  if (operator === undefined) return;
  throw new Error(`${operator} ${OTHER_OPERATORS[operator]}, or \\${operator} for the text itself`);
}

/** Returns the term that matches a word or phrase literally: it escapes the special characters of expressions, and `@and`. */
export function literalTerm(phrase: string): string {
  return phrase
    .toLowerCase()
    .replace(/[\\.?*+()[\]{}|^$@]/g, '\\$&')
    .replace(/\s+/g, ' ');
}

/** Lower-cases a term, except for escapes such as `\S`, whose case matters. */
function lowerCase(term: string): string {
  return term.replace(/\\.|[^\\]+/gs, (part) => (part.startsWith('\\') ? part : part.toLowerCase()));
}

function readPart(source: string): TopicPart {
  // Punctuation that cannot separate the words of a phrase must match literally.
  if (/^[\p{L}\p{N}\p{M} '’-]+$/u.test(source) && /[\p{L}\p{N}]/u.test(source)) {
    return { kind: 'words', words: wordsOf(source) };
  }
  return { kind: 'pattern', pattern: compileTopicPattern(source) };
}

/** Splits a lower-case text into words. In scripts without spaces, each character is a word. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = wordEnd(text, at);
    if (end > at) words.push(text.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return words;
}

/** Returns the end of the word that starts at `at`; `at` if no word starts there. */
export function wordEnd(text: string, at: number): number {
  const kind = kindAt(text, at);
  if (kind === SEPARATOR || kind === INVISIBLE) return at;
  if (kind !== LETTER) return at + widthAt(text, at);
  let end = at + 1;
  while (end < text.length && kindAt(text, end) === LETTER) end++;
  return end;
}
