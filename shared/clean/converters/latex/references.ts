/** What refers to something else of the same file: its number is known when all is read, and until then a mark holds its place. */
import type { Part } from '../../../ports/converter.ts';
import type { Numbered, Numbers } from './numbers.ts';

export type References = {
  labels: Map<string, Numbered>;
  /** Key of an entry → its number or its author and year. */
  entries: Map<string, string>;
  /** What a mark stands for: `command` and the keys that it names. */
  asked: { command: string; keys: string[]; notes: string[] }[];
  /** Titles of sections, figures and tables, as lists of contents have them. */
  listed: { list: string; part: Part }[];
  /** Lists that stand somewhere: each once. */
  shown: Set<string>;
};

export const newReferences = (): References => ({
  ...{ labels: new Map(), entries: new Map(), asked: [], listed: [], shown: new Set() },
});

const MAX_KEPT = 20_000;
const [MAX_KEYS, MAX_LABEL, MAX_NOTE] = [50, 60, 200];
/** Of the area for private use: two around a number, and one before the name of a list. */
const [OPEN, CLOSE, LIST] = ['\uf8f0', '\uf8f1', '\uf8f2'];
const SIGNS = new RegExp(`[${OPEN}${CLOSE}${LIST}]`, 'g');

/** What the file itself has of these signs marks nothing. */
export const withoutMarks = (tex: string): string => tex.replace(SIGNS, '');

export function label(key: string, { labels }: References, { last }: Numbers): void {
  if (last.number !== '' && labels.size < MAX_KEPT) labels.set(key.trim(), last);
}

export function entry(key: string, text: string, { entries }: References): void {
  if (entries.size < MAX_KEPT) entries.set(key.trim(), text.slice(0, MAX_LABEL));
}

/** @param keys between commas. @param notes as they are written. @returns the mark. */
export function refer(command: string, keys: string, notes: string[], { asked }: References): string {
  if (asked.length >= MAX_KEPT) return '';
  asked.push({ command, keys: keys.split(',', MAX_KEYS).map((key) => key.trim()), notes: notes.map(plain) });
  return `${OPEN}${asked.length - 1}${CLOSE}`;
}

const plain = (tex: string): string =>
  tex
    .slice(0, MAX_NOTE)
    .replace(/\\[a-zA-Z@]+\s?|[{}\\]/g, '')
    .replaceAll('~', ' ');

/** @returns what is to be set for a list of contents: a mark, once a list. */
export function listMark(list: string, { shown }: References): string {
  if (shown.has(list)) return '';
  shown.add(list);
  return LIST + list;
}

export function toList(list: string, part: Part | undefined, { listed }: References): void {
  if (part && listed.length < MAX_KEPT) listed.push({ list, part });
}

const MARK = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'g');

/** Puts numbers and lists in the places of their marks; see `settler`. */
export function resolved(parts: readonly Part[], references: References, maxText: number): Part[] {
  const settle = settler(references, maxText);
  const settledPart = (part: Part): Part =>
    part.kind === 'row' ? { ...part, cells: part.cells.map(settle) } : { ...part, text: settle(part.text) };
  return parts.flatMap((part) => {
    if (part.kind === 'row' || !part.text.startsWith(LIST)) return [settledPart(part)];
    const list = part.text.trim().slice(1);
    return references.listed
      .filter((one) => one.list === list)
      .map((one): Part => ({ kind: 'item', text: 'text' in one.part ? settle(one.part.text) : '' }));
  });
}

/** @returns what puts numbers in the places of their marks, until all of its texts together are as long as they may get. */
export function settler(references: References, maxText: number): (text: string) => string {
  let left = maxText;
  return (text) => {
    let grown = 0;
    const shown = text.replace(MARK, (mark: string, at: string, from: number) => {
      const number = from + grown > left ? '' : said(references, Number(at));
      grown += number.length - mark.length;
      return number;
    });
    left -= shown.length;
    return shown;
  };
}

function said({ asked, labels, entries }: References, at: number): string {
  const { command, keys, notes } = asked[at] ?? { command: '', keys: [], notes: [] };
  if (/cite/i.test(command)) return cited(command, keys, notes, entries);
  const found = keys.flatMap((key) => labels.get(key) ?? []);
  if (found.length === 0) return '';
  const numbers = found.map(({ number }) => number).join(', ');
  if (command === 'eqref') return `(${numbers})`;
  const named = command === 'autoref' || /^cref$/i.test(command);
  const name = NAMES[found[0]!.counter] ?? found[0]!.counter;
  return named ? `${command === 'cref' ? name : name.charAt(0).toUpperCase() + name.slice(1)} ${numbers}` : numbers;
}

const NAMES: Record<string, string> = { subsection: 'section', subsubsection: 'section', enumi: 'item' };

/** An entry is cited by its number in brackets, or by its author and year (`Moor (2010)`) in parentheses. */
function cited(command: string, keys: readonly string[], notes: readonly string[], entries: References['entries']) {
  const texts = keys.flatMap((key) => entries.get(key) ?? []);
  if (texts.length === 0) return '';
  const [before, behind] = notes.length > 1 ? [notes[0]!, notes[1]!] : ['', notes[0] ?? ''];
  const years = texts.map((text) => AUTHOR_YEAR.exec(text));
  if (years.some((year) => !year)) return `[${[texts.join(', '), behind].filter((text) => text !== '').join(', ')}]`;
  const pairs = years.map((year) => [year![1]!.trim(), year![2]!] as const);
  if (/author/i.test(command)) return pairs.map(([author]) => author).join(', ');
  if (/year/i.test(command)) return pairs.map(([, year]) => year).join(', ');
  if (/citet|textcite|citealt/i.test(command)) return pairs.map(([author, year]) => `${author} (${year})`).join(', ');
  const all = [before, pairs.map(([author, year]) => `${author}, ${year}`).join('; '), behind].filter(
    (text) => text !== '',
  );
  return `(${all.join(' ').replace(/\s+/g, ' ')})`;
}

/** As natbib has it in the label: `Moor(2010)Moor, Fen`. */
export const AUTHOR_YEAR = /^([^()]{1,200})\(([^()]{0,20})\)/;
