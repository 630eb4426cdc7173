/** Where a reader of TeX stands: what waits for the group that comes or ends, and where text goes. */

import type { DocumentProperties } from '../document-properties.ts';
import type { Flow } from '../flow.ts';
import type { TexInput } from './input.ts';
import type { TexList } from './lists.ts';
import type { Macros } from './macros.ts';
import type { Numbers } from './numbers.ts';
import { type References, toList } from './references.ts';
import type { TexWords } from './words.ts';

/** What the parts of a file, its preamble and its text, share. */
export type Paper = {
  said: DocumentProperties;
  macros: Macros;
  numbers: Numbers;
  references: References;
  words: TexWords;
};

export type State = Paper & {
  input: TexInput;
  flow: Flow;
  showsFront: boolean;
  /** Those that are open, the last the innermost. */
  environments: string[];
  lists: TexList[];
  /** The last number of the list that ended last. */
  lastItem: number;
  /** What a caption here is of. */
  float: string;
  /** The formula that is open: environments within it, and its number or that of its row. */
  formula: { inner: number; hasRows: boolean; number: string } | undefined;
  /** What the end of each open group does. */
  ends: ((() => void) | undefined)[];
  atNextGroup: (() => void) | undefined;
  /** Text that is kept under a name instead of set. */
  taken: string | undefined;
  tables: number;
  row: boolean;
  /** To be set on the letter that comes. */
  accent: string;
};

export function add(state: State, text: string): void {
  let signed = text;
  if (state.accent !== '' && text !== '') {
    signed = `${text[0]}${state.accent}${text.slice(1)}`.normalize('NFC');
    state.accent = '';
  }
  if (state.taken === undefined) state.flow.add(signed);
  else state.taken += signed;
}

export function endParagraph(state: State): void {
  if (state.taken === undefined) state.flow.end(state.lists.length > 0 ? 'item' : 'paragraph');
  else state.taken += '\n\n';
}

export function endRow(state: State): void {
  if (state.row) state.flow.endRow();
  state.row = false;
}

/** The group that follows is kept under a name. */
export function takeAs(state: State, name: string): void {
  state.atNextGroup = () => {
    const outer = state.taken;
    state.taken = '';
    state.ends[state.ends.length - 1] = () => {
      const lines = (state.taken ?? '').split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
      state.taken = outer;
      keepFront(state, name, lines.join('\n').trim());
    };
  };
}

const MAX_FRONT = 200;

export function keepFront({ said, flow, showsFront }: State, name: string, text: string): void {
  const kept = said[name] ?? [];
  if (text === '' || kept.length >= MAX_FRONT) return;
  said[name] = [...kept, text];
  if (showsFront) showFront(flow, name, text);
}

/** A line each of what stands around a title. */
export function showFront(flow: Flow, name: string, text: string): void {
  flow.end();
  for (const line of name === 'title' ? [text] : text.split('\n')) {
    flow.add(line);
    if (name === 'title') flow.endHeading(1);
    else flow.end();
  }
}

export function heading({ flow, ...state }: State, text: string): void {
  if (state.taken !== undefined) return;
  flow.end();
  flow.add(text);
  flow.endHeading(2);
}

/** @param number '': it has none. */
export function beginHeading(state: State, level: number, number: string): void {
  const { flow, references } = state;
  state.input.optional();
  endParagraph(state);
  state.atNextGroup = () => {
    if (number !== '') add(state, `${number} `);
    state.ends[state.ends.length - 1] = () => {
      flow.endHeading(level);
      if (number !== '') toList('contents', flow.parts.at(-1), references);
    };
  };
}

/** What the end of the group that follows does. */
export function atEndOfGroup(state: State, act: () => void): void {
  state.atNextGroup = () => {
    state.ends[state.ends.length - 1] = act;
  };
}
