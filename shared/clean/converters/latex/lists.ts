/** Lists of TeX: each with what stands before its items. */
import { formatListNumber } from '../office/list-numbers.ts';

/** `form`: `\\arabic*.`, where the number stands as `FORM` finds it; '': its items have no numbers. `environment` ends it. */
export type TexList = { environment: string; form: string; value: number };

/** Environments that hold items. */
export const LIST = /^(?:itemize|enumerate|description|(?:compact|inpara|aspara)(?:item|enum|desc)|list|trivlist)\*?$/;
const NUMBERED = /enum/;

/** As the standard classes number lists within lists. */
const FORMS = ['\\arabic*.', '(\\alph*)', '\\roman*.', '\\Alph*.'];
const FORM = /\\(arabic|[rR]oman|[aA]lph)\s?\*/;
const MAX_LISTS = 40;

/** @param told its options: `label=(\roman*)`, `(i)`, `resume`; undefined: there are none. @param resumed the last number before. */
export function beginList(lists: TexList[], environment: string, told: string | undefined, resumed: number): void {
  const depth = lists.filter(({ form }) => form !== '').length;
  const form = NUMBERED.test(environment) ? (formOf(told ?? '') ?? FORMS[Math.min(depth, FORMS.length - 1)]!) : '';
  const start = /\bstart\s*=\s*(\d{1,6})/.exec(told ?? '')?.[1];
  const value = start ? Number(start) - 1 : /\bresume\b/.test(told ?? '') ? resumed : 0;
  if (lists.length < MAX_LISTS) lists.push({ environment, form, value });
}

function formOf(told: string): string | undefined {
  const label = /\blabel\s*=\s*(\{[^{}]*\}|(?:[^,{}]|\{[^{}]*\})+)/.exec(told)?.[1];
  if (label !== undefined) return FORM.test(label) ? withoutCommands(label) : '';
  // As the package enumerate has it: the first of these letters is the number.
  if (/^\W*[1aAiI]\W*$/.test(told)) return told.replace(/[1aAiI]/, (one) => `\\${SHORT[one]}*`).replaceAll(/[{}]/g, '');
  return undefined;
}

const SHORT: Record<string, string> = { '1': 'arabic', a: 'alph', A: 'Alph', i: 'roman', I: 'Roman' };

const withoutCommands = (label: string): string =>
  label.replace(/\\(?!(?:arabic|[rR]oman|[aA]lph)\s?\*)[a-zA-Z@]+\s?|[{}]/g, '').trim();

/** @returns what stands before an item of a list with numbers, and the number alone. */
export function nextItem(list: TexList | undefined): { shown: string; number: string } | undefined {
  if (!list || list.form === '') return undefined;
  list.value++;
  const number = formatListNumber(FORM.exec(list.form)?.[1] ?? 'arabic', list.value);
  return { shown: list.form.replace(FORM, number), number };
}

/** `\setcounter{enumi}{4}` of the list that is open. */
export function setItem(lists: readonly TexList[], value: number): void {
  const list = lists.findLast(({ form }) => form !== '');
  if (list && Number.isInteger(value)) list.value = value;
}
