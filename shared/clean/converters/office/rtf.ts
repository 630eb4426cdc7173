/**
 * Converts Rich Text Format (1.9.1). Bytes outside of ASCII are in the encoding of their font or else of the document.
 * Characters outside of that encoding are written as `\u` followed by a fallback, which is skipped.
 */
import type { Converted } from '../../../ports/converter.ts';
import { type Convert, EMPTY_CONVERTED } from '../convert.ts';
import { joinAuthors } from '../document-author.ts';
import { chooseTitle } from '../document-title.ts';
import { newFlow } from '../flow.ts';
import { splitKeywords } from './properties.ts';
import {
  addRtfText,
  closeGroup,
  createRtfState,
  endRtfParagraph,
  flushBytes,
  openGroup,
  type RtfState,
} from './rtf-state.ts';
import { handleLayout, handleWord, INFO, SPECIAL_CHARACTERS } from './rtf-words.ts';

/** Groups: control word and its number, hexadecimal byte, control symbol, brace, plain text. */
const TOKEN = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}]+)|\\/gi;

export const convertRtf: Convert = ({ bytes, limits }) => {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const flow = newFlow(limits);
  const state = createRtfState(flow);
  readTokens(source, state);
  flushBytes(state);
  if (state.isInRow) flow.endRow();
  endRtfParagraph(state);
  const { texts, documentEncoding } = state;
  const info = readInfo(texts);
  return {
    ...{ ...EMPTY_CONVERTED, ...info },
    title: chooseTitle(info.title ?? null, { marked: '', parts: flow.parts, hasHeading: true }),
    parts: flow.parts,
    links: flow.links,
    charset: documentEncoding,
  };
};

function readTokens(source: string, state: RtfState): void {
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(source); found && !state.flow.isFull(); found = TOKEN.exec(source)) {
    const [, name, value, hex, symbol, brace, plain] = found;
    if (hex !== undefined) addByte(state, hex);
    else if (plain !== undefined) addPlain(state, plain);
    else {
      // A double-byte character may mix hexadecimal and plain bytes. Only other tokens end a run of bytes.
      flushBytes(state);
      state.skippedCharacters = 0;
      // Binary data follows the control word.
      if (name === 'bin') TOKEN.lastIndex += Math.max(0, Number(value ?? 0));
      else if (name !== undefined) handleWord(state, name, value === undefined ? undefined : Number(value));
      else if (brace === '{') openGroup(state);
      else if (brace === '}') closeGroup(state);
      else if (symbol !== undefined) handleSymbol(state, symbol);
    }
  }
}

function addByte(state: RtfState, hex: string): void {
  if (state.skippedCharacters > 0) state.skippedCharacters--;
  else state.pendingBytes += String.fromCharCode(Number.parseInt(hex, 16));
}

function addPlain(state: RtfState, plain: string): void {
  let text = plain.replace(/[\r\n]/g, '');
  if (state.skippedCharacters > 0) {
    const skipped = Math.min(state.skippedCharacters, text.length);
    state.skippedCharacters -= skipped;
    text = text.slice(skipped);
  }
  state.pendingBytes += text;
  if (text !== '') state.isOptional = false;
}

/** Handles a backslash with a character that is not a letter. Before a line break it means `\par`. */
function handleSymbol(state: RtfState, symbol: string): void {
  if (symbol === '*') state.isOptional = true;
  else if (symbol === '\n' || symbol === '\r') handleLayout(state, 'par');
  else if ('\\{}'.includes(symbol)) state.pendingBytes += symbol;
  else if (Object.hasOwn(SPECIAL_CHARACTERS, symbol)) addRtfText(state, SPECIAL_CHARACTERS[symbol]!);
}

/** Reads the properties of the group `info`. */
function readInfo(texts: Record<string, string>): Partial<Converted> {
  const text = (name: string) => texts[name]?.trim() || null;
  const metadata = INFO.flatMap((name) => (text(name) ? [[name, [text(name)!]] as [string, string[]]] : []));
  return {
    title: text('title'),
    author: joinAuthors([text('author') ?? '']) || null,
    date: readTime(texts, 'creatim'),
    modified: readTime(texts, 'revtim'),
    description: text('doccomm') ?? text('subject'),
    keywords: splitKeywords(texts['keywords'] ?? ''),
    metadata: Object.fromEntries(metadata),
  };
}

/** @returns the date in ISO 8601, with hours and minutes if the file has them; null if it has no date */
function readTime(texts: Record<string, string>, name: string): string | null {
  const [year, month, day, hour, minute] = ['yr', 'mo', 'dy', 'hr', 'min'].map((part) => texts[`${name}.${part}`]);
  if (year?.length !== 4 || !month || !day) return null;
  return `${year}-${month}-${day}${hour && minute ? `T${hour}:${minute}` : ''}`;
}
