/** State of reading an RTF file: nested groups, the destination of text, and the current paragraph. */
import type { Flow } from '../flow.ts';
import { decodeBytes } from './code-pages.ts';

/** Properties that a group inherits. The end of a group restores those of the group around it. */
type RtfGroup = {
  /**
   * Where text goes: `text` is the document, `hidden` is dropped. The others are collected in `texts`: `instruction` (of a field),
   * `fonts`, `styles`, `info`, and the control words of properties in it, such as `title`.
   */
  destination: string;
  encoding: string;
  /** Number of fallback characters that follow a `\u`. */
  fallbackLength: number;
  /** Whether the text is formatted as hidden. */
  isHidden: boolean;
};

export type RtfState = {
  flow: Flow;
  groups: RtfGroup[];
  group: RtfGroup;
  /** Text of destinations other than the document, by destination; parts of times, such as `creatim.yr`. */
  texts: Record<string, string>;
  documentEncoding: string;
  /** Encodings that differ from the document's, by font number. */
  fontEncodings: Map<number, string>;
  /** Heading levels, by style number. */
  headingLevels: Map<number, number>;
  /** Characters that are not decoded yet, one byte each. */
  pendingBytes: string;
  /** Fallback characters that are still to be skipped. */
  skippedCharacters: number;
  font: number;
  style: number;
  /** Level of the paragraph's heading; 0 if it is none. */
  headingLevel: number;
  isItem: boolean;
  isInRow: boolean;
  /** Whether `\*` precedes: a group whose control word is unknown is ignored. */
  isOptional: boolean;
  /** Number of open groups at the beginning of a link's text; 0 if no link is open. */
  linkDepth: number;
};

/** Maximum length kept of a text that is not part of the document, in UTF-16 units. */
const MAX_TEXT_LENGTH = 4_000;
/** Depth of groups from which on their text is dropped. Real files are far below it. */
const MAX_DEPTH = 10_000;

export function createRtfState(flow: Flow): RtfState {
  return {
    flow,
    groups: [],
    group: { destination: 'text', encoding: 'windows-1252', fallbackLength: 1, isHidden: false },
    texts: Object.create(null),
    documentEncoding: 'windows-1252',
    fontEncodings: new Map(),
    headingLevels: new Map(),
    pendingBytes: '',
    skippedCharacters: 0,
    ...{ font: 0, style: 0, headingLevel: 0, linkDepth: 0 },
    ...{ isItem: false, isInRow: false, isOptional: false },
  };
}

/** Adds decoded text to the destination of the open group. */
export function addRtfText({ flow, group: { destination, isHidden }, texts }: RtfState, text: string): void {
  if (destination === 'text' && isHidden) return;
  if (destination === 'text') flow.add(text);
  else if (destination !== 'hidden') texts[destination] = `${texts[destination] ?? ''}${text}`.slice(-MAX_TEXT_LENGTH);
}

/** Decodes the pending bytes in the encoding of the open group. */
export function flushBytes(state: RtfState): void {
  if (state.pendingBytes === '') return;
  const decoded = decodeBytes(state.pendingBytes, state.group.encoding);
  state.pendingBytes = '';
  addRtfText(state, decoded);
}

export function openGroup(state: RtfState): void {
  state.groups.push(state.group);
  state.group = { ...state.group };
  if (state.groups.length > MAX_DEPTH) state.group.destination = 'hidden';
}

export function closeGroup(state: RtfState): void {
  const { destination } = state.group;
  state.group = state.groups.pop() ?? state.group;
  const outer = state.group.destination;
  if (destination === 'styles') endStyle(state, outer === 'styles');
  if (destination === 'instruction' && outer !== 'instruction') endInstruction(state);
  if (state.groups.length < state.linkDepth) {
    state.flow.endLink();
    state.linkDepth = 0;
  }
}

/** Notes the heading level of a style by its name. @param isDefinition false at the end of the style sheet */
function endStyle({ texts, headingLevels, style }: RtfState, isDefinition: boolean): void {
  const name = texts['styles'] ?? '';
  const heading = /^\s*heading (\d)/i.exec(name)?.[1] ?? (/^\s*title;/i.test(name) ? '1' : '');
  if (isDefinition && heading) headingLevels.set(style, Number(heading));
  texts['styles'] = '';
}

/** Opens the link of a field. */
function endInstruction({ texts, flow }: RtfState): void {
  const target = /HYPERLINK\s+"([^"]+)"/i.exec(texts['instruction'] ?? '')?.[1];
  if (target) flow.openLink(target);
  texts['instruction'] = '';
}

export function endRtfParagraph({ flow, headingLevel, isItem }: RtfState): void {
  if (headingLevel > 0) flow.endHeading(headingLevel);
  else flow.end(isItem ? 'item' : 'paragraph');
}
