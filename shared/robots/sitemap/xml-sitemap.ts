/**
 * Reads sitemaps, RSS and Atom in one pass over the tags. A bare `&` does no harm, and entities that the document declares are
 * never expanded.
 */
import type { Tokenizer, TokenizerCallbacks } from 'htmlparser2';
import { openTokenizer } from '../../packages/markup-parser.ts';
import {
  addText,
  closeTag,
  createSitemapDocument,
  dropOpenText,
  endEntry,
  MAX_TEXT_LENGTH,
  openTag,
  type SitemapDocument,
} from './sitemap-document.ts';
import type { SitemapReader, SitemapSink } from './sitemap-types.ts';

const ROOT = /<(?:[\w.-]+:)?(?:urlset|sitemapindex|rss|feed|rdf)[\s>/]/i;

/** @param start beginning of the file. Error messages of a server before the XML do not make it a text file. */
export function looksLikeXml(start: string): boolean {
  return /^\s*</.test(start) || ROOT.test(start);
}

/** Maximum number of attributes that are read of an element. */
const MAX_ATTRIBUTES = 100;

/** An entity that the document declares, or one of HTML. Its value is unknown here. */
const UNKNOWN_ENTITY = /&[a-z_][\w.-]*;/i;

/** State of a pass. Positions count characters from the start of the pass. */
type PassState = {
  document: SitemapDocument;
  tag: string;
  attributes: Map<string, string>;
  attribute: string;
  value: string;
  /** The previous chunk, in which a token may start. */
  previous: string;
  current: string;
  /** Position of `current`. */
  offset: number;
  /** End of the last text. If that is the end of the input, the text may be truncated. */
  textEnd: number;
  isEnding: boolean;
  /** Position of this pass in the file. */
  startedAt: number;
  /** Position after an opening that has not been closed. */
  unclosedAt: number | undefined;
};

const newPass = (startedAt: number) => ({
  ...{ previous: '', current: '', offset: 0, textEnd: -1, isEnding: false, startedAt, unclosedAt: undefined },
});

export function xmlSitemapReader(baseUrl: string, sink: SitemapSink): SitemapReader {
  const state: PassState = {
    document: createSitemapDocument(baseUrl, sink),
    ...{ tag: '', attributes: new Map(), attribute: '', value: '' },
    ...newPass(0),
  };
  const callbacks = callbacksFor(state);
  const newTokenizer = (): Tokenizer => openTokenizer({ xmlMode: true, decodeEntities: true }, callbacks);
  let tokenizer = newTokenizer();
  return {
    write(text) {
      state.offset += state.current.length;
      state.previous = state.current;
      state.current = text;
      tokenizer.write(text);
    },
    end() {
      const { document } = state;
      if (state.textEnd >= state.offset + state.current.length) dropOpenText(document);
      state.isEnding = true;
      tokenizer.end();
      endEntry(document);
      const brokenAt = state.unclosedAt === undefined ? undefined : state.startedAt + state.unclosedAt;
      if (brokenAt !== undefined) {
        Object.assign(state, newPass(brokenAt));
        tokenizer = newTokenizer();
      }
      return { isSitemap: document.root !== undefined, brokenAt };
    },
  };
}

function callbacksFor(state: PassState): TokenizerCallbacks {
  const { document } = state;
  return {
    ...tagCallbacks(state),
    ontext(start, end) {
      state.textEnd = end;
      const text = slice(state, start, end);
      if (document.field && UNKNOWN_ENTITY.test(text)) document.field.hasUnknownEntity = true;
      readText(state, text);
    },
    ontextentity(code, end) {
      state.textEnd = end;
      readText(state, String.fromCodePoint(code));
    },
    oncdata(start, end, cut) {
      if (state.isEnding) state.unclosedAt = start;
      readText(state, slice(state, start, end - cut));
    },
    oncomment(start) {
      if (state.isEnding) state.unclosedAt = start;
    },
    ondeclaration() {},
    onprocessinginstruction() {},
    onend() {},
  };
}

type TagCallback =
  | ('onopentagname' | 'onopentagend' | 'onselfclosingtag' | 'onclosetag')
  | ('onattribname' | 'onattribdata' | 'onattribentity' | 'onattribend');

function tagCallbacks(state: PassState): Pick<TokenizerCallbacks, TagCallback> {
  const { document } = state;
  return {
    onopentagname(start, end) {
      state.tag = slice(state, start, end);
      state.attributes = new Map();
    },
    onattribname(start, end) {
      state.attribute = slice(state, start, end).toLowerCase();
      state.value = '';
      state.unclosedAt = end;
    },
    onattribdata(start, end) {
      if (state.value.length < MAX_TEXT_LENGTH) state.value += slice(state, start, end);
    },
    onattribentity(code) {
      state.value += String.fromCodePoint(code);
    },
    onattribend() {
      state.unclosedAt = undefined;
      if (state.attributes.size < MAX_ATTRIBUTES) state.attributes.set(state.attribute, state.value);
    },
    onopentagend() {
      openTag(document, state.tag, state.attributes);
    },
    onselfclosingtag() {
      openTag(document, state.tag, state.attributes);
      closeTag(document, state.tag);
    },
    onclosetag(start, end) {
      if (document.root) closeTag(document, slice(state, start, end).trim());
    },
  };
}

/** Text that only the end of the input delimits is truncated. */
function readText({ document, isEnding }: PassState, text: string): void {
  if (isEnding) dropOpenText(document);
  else addText(document, text);
}

/** Returns the characters of a token, which may start in the previous chunk, up to `MAX_TEXT_LENGTH`. */
function slice({ previous, current, offset }: PassState, start: number, end: number): string {
  const from = start - offset;
  const to = Math.min(end - offset, from + MAX_TEXT_LENGTH);
  if (from >= 0) return current.slice(from, to);
  return (previous + current).slice(Math.max(0, from + previous.length), Math.max(0, to + previous.length));
}
