/** Commands for captions, citations, bibliography entries and lists of contents. */
import { stepCounter } from './counters.ts';
import { AUTHOR_YEAR, addBibliographyEntry, addReference, addToList, listPlaceholder } from './references.ts';
import type { ReaderState } from './state.ts';
import { addHeading, addTexText, endTexParagraph, onNextGroupEnd, type TexCommand } from './state.ts';

/** Prints `Figure 1: ` before a caption in a float. */
export const caption: TexCommand = (state, name, starred) => {
  const counter = name === 'captionof' ? state.input.readArgument() : state.float;
  state.input.readOptional();
  endTexParagraph(state);
  if (counter === '' || starred) return addTexText(state, '');
  const { captions, flow, tableDepth, references } = state;
  const captionName = counter === 'figure' || counter === 'table' ? captions[counter] : capitalize(counter);
  addTexText(state, `${captionName} ${stepCounter(counter, state)}: `);
  onNextGroupEnd(state, () => {
    if (tableDepth > 0 || state.captured !== undefined) return;
    flow.end();
    addToList(counter, flow.parts.at(-1), references);
  });
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const cite: TexCommand = (state, name) => {
  const notes: string[] = [];
  for (let note = state.input.readOptional(); note !== undefined; note = state.input.readOptional()) notes.push(note);
  addReferenceTo(state, name, notes);
};

export function addReferenceTo(state: ReaderState, command: string, notes: string[]): void {
  addTexText(state, addReference(command, state.input.readArgument(), notes, state.references));
}

/**
 * Returns the label of a bibliography entry without commands. Converts `\citeauthoryear{Moor}{2010}` of some classes to natbib's
 * `Moor(2010)`.
 */
function bibliographyLabel(tex: string | undefined): string | undefined {
  const groups = tex?.includes('citeauthoryear') ? [...tex.matchAll(/\{([^{}]{0,200})\}/g)] : [];
  const label = groups.length > 1 ? `${groups[0]![1]}(${groups.at(-1)![1]})` : tex;
  return label?.replace(/\\[a-zA-Z@]+\s?|[{}]/g, '').replaceAll('~', ' ');
}

/** Prints the number or label of a bibliography entry, unless the label is author–year. */
export const bibitem: TexCommand = (state) => {
  endTexParagraph(state);
  const label = bibliographyLabel(state.input.readOptional());
  const text = label ?? stepCounter('bibitem', state);
  if (!AUTHOR_YEAR.test(text)) addTexText(state, `[${text}] `);
  addBibliographyEntry(state.input.readArgument(), text, state.references);
};

/** Prints the placeholder of the table of contents or of a list of figures or tables. */
export const listOfContents: TexCommand = (state, name) => {
  const { captions, references } = state;
  const list = name === 'tableofcontents' ? 'contents' : name === 'listoffigures' ? 'figure' : 'table';
  const placeholder = listPlaceholder(list, references);
  if (placeholder === '' || state.captured !== undefined) return;
  if (list === 'contents') addHeading(state, captions.contents);
  endTexParagraph(state);
  addTexText(state, placeholder);
  endTexParagraph(state);
};
