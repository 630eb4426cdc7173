/** References inside a file. Their numbers are known only at the end, so the reader writes placeholders and resolves them then. */
import type { Part } from '../../../ports/converter.ts';
import type { Counters, CounterValue } from './counters.ts';

export type References = {
  /** Key of a `\label` → number. */
  labels: Map<string, CounterValue>;
  /** Key of a bibliography entry → its number, or its author and year. */
  entries: Map<string, string>;
  /** References by placeholder number. */
  pending: { command: string; keys: string[]; notes: string[] }[];
  /** Entries of the table of contents and of the lists of figures and tables. */
  listEntries: { list: string; part: Part }[];
  /** Lists that are printed. Each is printed once. */
  printedLists: Set<string>;
};

export const newReferences = (): References => ({
  ...{ labels: new Map(), entries: new Map(), pending: [], listEntries: [], printedLists: new Set() },
});

/** Maximum number of labels, of entries, of references, and of entries in lists. */
const MAX_REFERENCES = 20_000;
/** Maximum number of keys per reference. */
const MAX_KEYS = 50;
/** Maximum length of a bibliography label, in UTF-16 units. */
const MAX_LABEL_LENGTH = 60;
/** Maximum length of a citation note, in UTF-16 units. */
const MAX_NOTE_LENGTH = 200;
/** Placeholders use three private-use characters: two enclose a number, one precedes the name of a list. */
const [OPEN, CLOSE, LIST] = ['\uf8f0', '\uf8f1', '\uf8f2'];
const PLACEHOLDER_CHARACTERS = new RegExp(`[${OPEN}${CLOSE}${LIST}]`, 'g');

/** Removes placeholder characters from the source. */
export const stripPlaceholders = (tex: string): string => tex.replace(PLACEHOLDER_CHARACTERS, '');

/** Labels the last number. */
export function addLabel(key: string, { labels }: References, { last }: Counters): void {
  if (last.number !== '' && labels.size < MAX_REFERENCES) labels.set(key.trim(), last);
}

/** @param label number of the entry, or its author and year */
export function addBibliographyEntry(key: string, label: string, { entries }: References): void {
  if (entries.size < MAX_REFERENCES) entries.set(key.trim(), label.slice(0, MAX_LABEL_LENGTH));
}

/**
 * Adds a reference.
 * @param command such as `ref` or `citep`
 * @param keys keys between commas
 * @param notes optional arguments, as TeX
 * @returns its placeholder, or an empty string if there are too many references
 */
export function addReference(command: string, keys: string, notes: string[], { pending }: References): string {
  if (pending.length >= MAX_REFERENCES) return '';
  pending.push({ command, keys: keys.split(',', MAX_KEYS).map((key) => key.trim()), notes: notes.map(plainText) });
  return `${OPEN}${pending.length - 1}${CLOSE}`;
}

const plainText = (tex: string): string =>
  tex
    .slice(0, MAX_NOTE_LENGTH)
    .replace(/\\[a-zA-Z@]+\s?|[{}\\]/g, '')
    .replaceAll('~', ' ');

/** Returns the placeholder of a list of contents, or an empty string if the list is already printed. */
export function listPlaceholder(list: string, { printedLists }: References): string {
  if (printedLists.has(list)) return '';
  printedLists.add(list);
  return LIST + list;
}

/** Adds an entry to a list of contents. */
export function addToList(list: string, part: Part | undefined, { listEntries }: References): void {
  if (part && listEntries.length < MAX_REFERENCES) listEntries.push({ list, part });
}

const PLACEHOLDER = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g');

/** Replaces the placeholders of numbers and lists. */
export function resolveParts(parts: readonly Part[], references: References, maxText: number): Part[] {
  const resolve = placeholderResolver(references, maxText);
  const resolvePart = (part: Part): Part =>
    part.kind === 'row' ? { ...part, cells: part.cells.map(resolve) } : { ...part, text: resolve(part.text) };
  return parts.flatMap((part) => {
    if (part.kind === 'row' || !part.text.startsWith(LIST)) return [resolvePart(part)];
    const list = part.text.trim().slice(1);
    return references.listEntries
      .filter((one) => one.list === list)
      .map((one): Part => ({ kind: 'item', text: 'text' in one.part ? resolve(one.part.text) : '' }));
  });
}

/** Returns a function that replaces the placeholders of a text. It stops when all texts together reach `maxText`. */
export function placeholderResolver(references: References, maxText: number): (text: string) => string {
  let budget = maxText;
  return (text) => {
    let grown = 0;
    const resolved = text.replace(PLACEHOLDER, (placeholder: string, at: string, from: number) => {
      const number = from + grown > budget ? '' : referenceText(references, Number(at));
      grown += number.length - placeholder.length;
      return number;
    });
    budget -= resolved.length;
    return resolved;
  };
}

/** Returns the text of a reference; empty if no key is known. */
function referenceText({ pending, labels, entries }: References, at: number): string {
  const { command, keys, notes } = pending[at] ?? { command: '', keys: [], notes: [] };
  if (/cite/i.test(command)) return citationText(command, keys, notes, entries);
  const found = keys.flatMap((key) => labels.get(key) ?? []);
  if (found.length === 0) return '';
  const numbers = found.map(({ number }) => number).join(', ');
  if (command === 'eqref') return `(${numbers})`;
  const named = command === 'autoref' || /^cref$/i.test(command);
  const name = COUNTER_NAMES[found[0]!.counter] ?? found[0]!.counter;
  return named ? `${command === 'cref' ? name : name.charAt(0).toUpperCase() + name.slice(1)} ${numbers}` : numbers;
}

/** Names of counters that `\autoref` and `\cref` print. Default: the counter. */
const COUNTER_NAMES: Record<string, string> = { subsection: 'section', subsubsection: 'section', enumi: 'item' };

/** Returns the text of a citation: `[2, p. 3]` for numbers, `(Moor, 2010)` or `Moor (2010)` for author–year labels. */
function citationText(
  command: string,
  keys: readonly string[],
  notes: readonly string[],
  entries: References['entries'],
) {
  const texts = keys.flatMap((key) => entries.get(key) ?? []);
  if (texts.length === 0) return '';
  const [prenote, postnote] = notes.length > 1 ? [notes[0]!, notes[1]!] : ['', notes[0] ?? ''];
  const years = texts.map((text) => AUTHOR_YEAR.exec(text));
  if (years.some((year) => !year)) return `[${[texts.join(', '), postnote].filter((text) => text !== '').join(', ')}]`;
  const pairs = years.map((year) => [year![1]!.trim(), year![2]!] as const);
  if (/author/i.test(command)) return pairs.map(([author]) => author).join(', ');
  if (/year/i.test(command)) return pairs.map(([, year]) => year).join(', ');
  if (/citet|textcite|citealt/i.test(command)) return pairs.map(([author, year]) => `${author} (${year})`).join(', ');
  const all = [prenote, pairs.map(([author, year]) => `${author}, ${year}`).join('; '), postnote].filter(
    (text) => text !== '',
  );
  return `(${all.join(' ').replace(/\s+/g, ' ')})`;
}

/** An author–year label of natbib: `Moor(2010)Moor, Fen`. */
export const AUTHOR_YEAR = /^([^()]{1,200})\(([^()]{0,20})\)/;
