/** Control words of RTF: destinations, encodings, special characters and layout. */
import { encodingOfCodePage, encodingOfFontCharset } from './code-pages.ts';
import { addRtfText, endRtfParagraph, type RtfState } from './rtf-state.ts';

/** Destinations that hold no text of the document. */
const HIDDEN = new Set([
  ...['colortbl', 'pict', 'object', 'objdata', 'themedata', 'datastore', 'listtable', 'listoverridetable', 'rsidtbl'],
  ...['generator', 'xmlnstbl', 'latentstyles', 'filetbl', 'revtbl', 'bkmkstart', 'bkmkend', 'fldinst', 'panose'],
  ...['falt', 'pntext', 'pn', 'shppict', 'nonshppict', 'sp', 'mmathPr', 'userprops', 'stylesheet', 'fonttbl', 'info'],
  ...['ftnsep', 'ftnsepc', 'aftnsep', 'aftnsepc', 'listtext', 'pnseclvl', 'private', 'passwordhash', 'template'],
]);
/** Destinations that hold text although they are marked as optional. */
const VISIBLE = new Set(['shptxt', 'ud', 'footnote', 'annotation']);
/** Properties in the group `info` whose value is text. */
export const INFO = ['title', 'subject', 'author', 'keywords', 'doccomm', 'company', 'category', 'manager'];
/** Parts of a time in the group `info`. */
const TIME_PARTS = new Set(['yr', 'mo', 'dy', 'hr', 'min']);
/** Control words and control symbols that stand for characters. */
export const SPECIAL_CHARACTERS: Record<string, string> = {
  ...{ tab: '\t', line: '\n', softline: '\n', emdash: '—', endash: '–', emspace: ' ', enspace: ' ', qmspace: ' ' },
  ...{ bullet: '•', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', '~': ' ', _: '-', zwj: '', zwnj: '' },
};

type WordHandler = (state: RtfState, value: number | undefined) => void;

/** @param value the number after the control word; undefined if it has none */
export function handleWord(state: RtfState, name: string, value: number | undefined): void {
  const { group } = state;
  if (state.isOptional && !VISIBLE.has(name) && name !== 'fldinst') group.destination = 'hidden';
  state.isOptional = false;
  const destination = destinationOf(name, group.destination);
  if (destination !== undefined) group.destination = destination;
  else if (TIME_PARTS.has(name)) state.texts[`${group.destination}.${name}`] = String(value ?? '').padStart(2, '0');
  else if (Object.hasOwn(CHARACTERS, name)) CHARACTERS[name]!(state, value);
  else if (Object.hasOwn(SPECIAL_CHARACTERS, name)) addRtfText(state, SPECIAL_CHARACTERS[name]!);
  else handleLayout(state, name, value);
}

/** Handles a control word of layout. Outside of the document's text it has no effect. */
export function handleLayout(state: RtfState, name: string, value?: number): void {
  if (state.group.destination === 'text' && Object.hasOwn(LAYOUT, name)) LAYOUT[name]!(state, value);
}

/** Returns the destination that a control word begins, or undefined if it begins none. */
function destinationOf(name: string, current: string): string | undefined {
  if (name === 'fldinst') return 'instruction';
  if (name === 'fonttbl') return 'fonts';
  if (name === 'stylesheet') return 'styles';
  if (current === 'info' && (INFO.includes(name) || name === 'creatim' || name === 'revtim')) return name;
  if (name === 'info') return 'info';
  return HIDDEN.has(name) ? 'hidden' : undefined;
}

function setDocumentEncoding(state: RtfState, codePage: number): void {
  state.documentEncoding = encodingOfCodePage(codePage);
  state.group.encoding = state.documentEncoding;
}

/** Sets the encoding of a font in the font table. Charset and code page 0 are the document's own. */
function setFontEncoding({ group, fontEncodings, font }: RtfState, encoding: string | undefined, value: number): void {
  if (group.destination === 'fonts' && encoding && value !== 0) fontEncodings.set(font, encoding);
}

/** Control words of fonts, encodings and characters. They apply in every destination. */
const CHARACTERS: Record<string, WordHandler> = {
  ansicpg: (state, value) => setDocumentEncoding(state, value ?? 1252),
  mac: (state) => setDocumentEncoding(state, 10000),
  pc: (state) => setDocumentEncoding(state, 437),
  pca: (state) => setDocumentEncoding(state, 850),
  deff(state, value) {
    state.font = value ?? 0;
  },
  f(state, value) {
    state.font = value ?? 0;
    state.group.encoding = state.fontEncodings.get(state.font) ?? state.documentEncoding;
  },
  fcharset: (state, value) => setFontEncoding(state, encodingOfFontCharset(value ?? 1), value ?? 0),
  cpg: (state, value) => setFontEncoding(state, encodingOfCodePage(value ?? 0), value ?? 0),
  plain(state) {
    state.group.encoding = state.documentEncoding;
    state.group.isHidden = false;
  },
  v(state, value) {
    state.group.isHidden = value !== 0;
  },
  uc(state, value) {
    state.group.fallbackLength = value ?? 1;
  },
  u(state, value) {
    addRtfText(state, String.fromCharCode((value ?? 0) & 0xffff));
    state.skippedCharacters = state.group.fallbackLength;
  },
  s(state, value) {
    state.style = value ?? 0;
    if (state.group.destination === 'text') state.headingLevel = state.headingLevels.get(state.style) ?? 0;
  },
};

function endCell(state: RtfState): void {
  if (!state.isInRow) state.flow.openRow(true);
  state.isInRow = true;
  state.flow.endCell();
}

function endRow(state: RtfState): void {
  if (state.isInRow) state.flow.endRow();
  state.isInRow = false;
}

/** Control words of paragraphs, tables and notes. They apply only in the document's text. */
const LAYOUT: Record<string, WordHandler> = {
  par: endRtfParagraph,
  page: endRtfParagraph,
  sect: endRtfParagraph,
  column: endRtfParagraph,
  pard(state) {
    state.headingLevel = 0;
    state.isItem = false;
    state.style = 0;
  },
  outlinelevel(state, value) {
    if (value !== undefined && value < 9) state.headingLevel = value + 1;
  },
  ls(state, value) {
    if (value !== 0) state.isItem = true;
  },
  cell: endCell,
  nestcell: endCell,
  row: endRow,
  nestrow: endRow,
  intbl(state) {
    if (!state.isInRow) state.flow.openRow();
    state.isInRow = true;
  },
  fldrslt(state) {
    state.linkDepth = state.groups.length;
  },
  footnote: ({ flow }) => flow.add(' '),
};
