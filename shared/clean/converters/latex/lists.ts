/** LaTeX lists and the labels of their items. */
import { formatListNumber } from '../office/list-numbers.ts';

export type TexList = {
  /** Name of the environment, with its star. */
  environment: string;
  /** Label with a number, such as `\arabic*.`. Empty if items have no numbers. */
  format: string;
  /** Number of the last item. */
  value: number;
};

/** Environments that contain items. */
export const LIST = /^(?:itemize|enumerate|description|(?:compact|inpara|aspara)(?:item|enum|desc)|list|trivlist)\*?$/;
const NUMBERED = /enum/;

/** Labels of the standard classes by nesting depth. */
const DEFAULT_FORMATS = ['\\arabic*.', '(\\alph*)', '\\roman*.', '\\Alph*.'];
const NUMBER_COMMAND = /\\(arabic|[rR]oman|[aA]lph)\s?\*/;
/** Maximum depth of lists. */
const MAX_LISTS = 40;

/**
 * Opens a list.
 * @param options optional argument, such as `label=(\roman*)`, `(i)` or `resume`; undefined if there is none
 * @param lastItem number of the last item of the previous list, where `resume` continues
 */
export function openList(lists: TexList[], environment: string, options: string | undefined, lastItem: number): void {
  const depth = lists.filter(({ format }) => format !== '').length;
  const format = NUMBERED.test(environment)
    ? (labelFormat(options ?? '') ?? DEFAULT_FORMATS[Math.min(depth, DEFAULT_FORMATS.length - 1)]!)
    : '';
  const start = /\bstart\s*=\s*(\d{1,6})/.exec(options ?? '')?.[1];
  const value = start ? Number(start) - 1 : /\bresume\b/.test(options ?? '') ? lastItem : 0;
  if (lists.length < MAX_LISTS) lists.push({ environment, format, value });
}

/** Returns the label that the options set, or undefined if they set none. */
function labelFormat(options: string): string | undefined {
  const label = /\blabel\s*=\s*(\{[^{}]*\}|(?:[^,{}]|\{[^{}]*\})+)/.exec(options)?.[1];
  if (label !== undefined) return NUMBER_COMMAND.test(label) ? stripCommands(label) : '';
  // Syntax of the enumerate package: the letter or digit is the number.
  if (/^\W*[1aAiI]\W*$/.test(options))
    return options.replace(/[1aAiI]/, (one) => `\\${ENUMERATE_FORMATS[one]}*`).replaceAll(/[{}]/g, '');
  return undefined;
}

/** Number formats of the enumerate package. */
const ENUMERATE_FORMATS: Record<string, string> = { '1': 'arabic', a: 'alph', A: 'Alph', i: 'roman', I: 'Roman' };

const stripCommands = (label: string): string =>
  label.replace(/\\(?!(?:arabic|[rR]oman|[aA]lph)\s?\*)[a-zA-Z@]+\s?|[{}]/g, '').trim();

/** Counts an item. @returns its label and its number, or undefined if the list has no numbers */
export function nextItem(list: TexList | undefined): { label: string; number: string } | undefined {
  if (!list || list.format === '') return undefined;
  list.value++;
  const number = formatListNumber(NUMBER_COMMAND.exec(list.format)?.[1] ?? 'arabic', list.value);
  return { label: list.format.replace(NUMBER_COMMAND, number), number };
}

/** Sets the counter of the innermost numbered list, as `\setcounter{enumi}{4}` does. */
export function setItemNumber(lists: readonly TexList[], value: number): void {
  const list = lists.findLast(({ format }) => format !== '');
  if (list && Number.isInteger(value)) list.value = value;
}
