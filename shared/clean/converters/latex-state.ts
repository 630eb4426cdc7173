/** Where a reader of TeX stands: what waits for the group that comes or ends, and where text goes. */
import type { Flow } from './flow.ts';
import type { TexInput } from './latex-input.ts';
import type { Macros } from './latex-macros.ts';
import type { Said } from './said.ts';

export type State = {
  input: TexInput;
  flow: Flow;
  said: Said;
  macros: Macros;
  showsFront: boolean;
  /** What the end of each open group does. */
  ends: ((() => void) | undefined)[];
  atNextGroup: (() => void) | undefined;
  /** Text that is kept under a name instead of set. */
  taken: string | undefined;
  items: number;
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
  if (state.taken === undefined) state.flow.end(state.items > 0 ? 'item' : 'paragraph');
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

/** What the end of the group that follows does. */
export function atEndOfGroup(state: State, act: () => void): void {
  state.atNextGroup = () => {
    state.ends[state.ends.length - 1] = act;
  };
}
