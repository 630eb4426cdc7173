/** State of the TeX reader, and how it writes text, paragraphs, headings and front matter. */

import type { DocumentProperties } from '../document-properties.ts';
import type { Flow } from '../flow.ts';
import type { CaptionNames } from './captions.ts';
import type { Counters } from './counters.ts';
import type { TexInput } from './input.ts';
import type { TexList } from './lists.ts';
import type { Macros } from './macros.ts';
import { addToList, type References } from './references.ts';

/** State that the preamble and the body of a file share. */
export type TexDocument = {
  frontMatter: DocumentProperties;
  macros: Macros;
  counters: Counters;
  references: References;
  captions: CaptionNames;
};

export type ReaderState = TexDocument & {
  input: TexInput;
  flow: Flow;
  /** Whether front matter is also printed where it stands. */
  showsFrontMatter: boolean;
  /** Open environments, innermost last. */
  environments: string[];
  /** Open lists, innermost last. */
  lists: TexList[];
  /** Number of the last item of the last closed list. */
  lastItem: number;
  /** Counter of a caption at this point, such as `figure`. Empty outside floats. */
  float: string;
  /** Open formula: number of environments inside it, whether each row has a number, and the number of the row or formula. */
  formula: { inner: number; hasRows: boolean; number: string } | undefined;
  /** Action at the end of each open group, innermost last. */
  groupEnds: ((() => void) | undefined)[];
  /** Action at the start of the next group. */
  onNextGroup: (() => void) | undefined;
  /** Text of the front matter that is being read; undefined elsewhere. */
  captured: string | undefined;
  /** Number of open tables. */
  tableDepth: number;
  isRowOpen: boolean;
  /** Combining accent for the next character; empty if there is none. */
  pendingAccent: string;
};

/** Runs a command. `name` lacks the backslash and the star. */
export type TexCommand = (state: ReaderState, name: string, starred: boolean) => void;

/** Adds text to the flow or to the front matter. */
export function addTexText(state: ReaderState, text: string): void {
  let accented = text;
  if (state.pendingAccent !== '' && text !== '') {
    accented = `${text[0]}${state.pendingAccent}${text.slice(1)}`.normalize('NFC');
    state.pendingAccent = '';
  }
  if (state.captured === undefined) state.flow.add(accented);
  else state.captured += accented;
}

/** Ends a paragraph, or an item inside a list. */
export function endTexParagraph(state: ReaderState): void {
  if (state.captured === undefined) state.flow.end(state.lists.length > 0 ? 'item' : 'paragraph');
  else state.captured += '\n\n';
}

/** Ends the open row of a table. */
export function endRow(state: ReaderState): void {
  if (state.isRowOpen) state.flow.endRow();
  state.isRowOpen = false;
}

/** Captures the next group as front matter. */
export function captureNextGroup(state: ReaderState, name: string): void {
  state.onNextGroup = () => {
    const outer = state.captured;
    state.captured = '';
    state.groupEnds[state.groupEnds.length - 1] = () => {
      const lines = (state.captured ?? '').split('\n').map((line) => line.replace(/\s+/g, ' ').trim());
      state.captured = outer;
      addFrontMatter(state, name, lines.join('\n').trim());
    };
  };
}

/** Maximum number of values per property of the front matter. */
const MAX_FRONT_MATTER_VALUES = 200;

function addFrontMatter({ frontMatter, flow, showsFrontMatter }: ReaderState, name: string, text: string): void {
  const values = frontMatter[name] ?? [];
  if (text === '' || values.length >= MAX_FRONT_MATTER_VALUES) return;
  frontMatter[name] = [...values, text];
  if (showsFrontMatter) showFrontMatter(flow, name, text);
}

/** Writes a property of the front matter: a title as a heading, other properties as one paragraph per line. */
export function showFrontMatter(flow: Flow, name: string, text: string): void {
  flow.end();
  for (const line of name === 'title' ? [text] : text.split('\n')) {
    flow.add(line);
    if (name === 'title') flow.endHeading(1);
    else flow.end();
  }
}

/** Adds a heading of level 2. */
export function addHeading({ flow, captured }: ReaderState, text: string): void {
  if (captured !== undefined) return;
  flow.end();
  flow.add(text);
  flow.endHeading(2);
}

/** Makes the next group a heading. @param number section number; empty if it has none */
export function openHeading(state: ReaderState, level: number, number: string): void {
  const { flow, references } = state;
  state.input.readOptional();
  endTexParagraph(state);
  state.onNextGroup = () => {
    if (number !== '') addTexText(state, `${number} `);
    state.groupEnds[state.groupEnds.length - 1] = () => {
      flow.endHeading(level);
      if (number !== '') addToList('contents', flow.parts.at(-1), references);
    };
  };
}

/** Runs an action at the end of the next group. */
export function onNextGroupEnd(state: ReaderState, action: () => void): void {
  state.onNextGroup = () => {
    state.groupEnds[state.groupEnds.length - 1] = action;
  };
}
