/** Tells lines that show the date of their page from lines with another date, such as a deadline or the day of a photograph. */
import { DATE_NAMES, MODIFIED_LABEL, PUBLISHED_LABEL } from './date-labels.ts';
import { splitAtDate } from './visible-date.ts';

/** Maximum number of words in a line besides its date: a weekday, a name, a section or the time to read. */
const MAX_OTHER_WORDS = 8;

/**
 * Returns whether a line is little more than a date. Text before the date must end with a separator, as in `Berlin, 12 May 2024`, or be a
 * weekday, a preposition or a byline: `Accessed 12 May 2024` is another date.
 */
export function isDateLine(text: string): boolean {
  const parts = splitAtDate(text);
  if (parts === null) return true;
  const [before, after] = [parts.before.trim(), parts.after.trim()];
  if (OTHER_DATE.test(before) || isAppointment(before) || countWords(before) + countWords(after) > MAX_OTHER_WORDS)
    return false;
  if (before === '' || LEAD_IN.test(before)) return true;
  return ENDS_WITH_SEPARATOR.test(before) || DATE_WORD.test(before) || weekdays().has(lastWord(before));
}

/** Returns whether a line is a date and nothing else. */
export function isDateAlone(text: string): boolean {
  const parts = splitAtDate(text);
  return parts !== null && countWords(parts.before) + countWords(parts.after) === 0;
}

/** Returns whether a line with this label may show the date of publication. @param label the label before the line, or '' */
export function isOwnLabel(label: string): boolean {
  return label === '' || PUBLISHED_LABEL.test(label) || isDateLabel(label);
}

/** Returns whether a text is the word "date" alone, in one of several languages. */
export const isDateLabel = (text: string): boolean => DATE_WORD.test(text);

/** Returns the text of a block if it may be the label of the next one, or ''. @param isTerm whether it is a term or a table heading */
export function labelOf(text: string, isTerm: boolean): string {
  if (text.length > MAX_LABEL_LENGTH || /\d/.test(text)) return '';
  const isWhole = MODIFIED_LABEL.exec(text)?.[0].trim() === text || isAppointment(text) || isDateLabel(text);
  return isTerm || isWhole || text.endsWith(':') ? text : '';
}

/** Maximum length of a label in a block of its own, in UTF-16 units. */
const MAX_LABEL_LENGTH = 40;

const countWords = (text: string): number => text.match(/[\p{L}\p{M}'’]+/gu)?.length ?? 0;
const lastWord = (text: string): string => /([\p{L}\p{M}]+)\W*$/u.exec(text.toLowerCase())?.[1] ?? '';

const ENDS_WITH_SEPARATOR = /[,|·•∙–—/\-(>»]$/u;
/** A preposition alone, or `by` and a name. */
const LEAD_IN = /^(?:on|am|vom|le|el|il|den|op)$|^(?:by|von|par|por|di|door|av|af)\s+\p{L}/iu;
/** The word "date" alone, in several languages. */
const DATE_WORD = new RegExp(`^\\W*(?:${DATE_NAMES}|日期|日付)\\s*:?$`, 'iu');
/** Labels of deadlines, events and visits. */
const APPOINTMENT =
  /^\W*(?:(?:application |registration |submission )?deadline|(?:closing|due|expiry|expiration) date|date due|when|where|next review|accessed|retrieved|expires|due|apply by|valid (?:until|through|to)|closes|ends|wann|(?:\p{L}+)?frist|(?:bewerbungs|anmelde|einsende|redaktions)schluss|(?:gültig|bewerbung|anmeldung) bis|date limite|valable jusqu['’]au|fecha límite|válid[oa] hasta|cuándo|quand|scadenza|valid[oa] fino al|data limite|válid[oa] até|geldig tot|sista (?:ansöknings)?dag|när|når|quando)(?!\p{L})\D{0,20}$/isu;
/** Labels of dates that are not those of the page. A colon makes any text a label. */
const OTHER_DATE = new RegExp(`^(?!\\W*(?:${DATE_NAMES})\\s*:).*:$`, 'isu');

/** Returns whether a text before a date is the label of a deadline, an event or a visit: `Closing date:`, `When: Saturday,`. */
export function isAppointment(before: string): boolean {
  return before.length <= MAX_LABEL_LENGTH && APPOINTMENT.test(before);
}

const LANGUAGES = 'en de fr es it pt nl sv da no fi pl cs hr hu tr ru uk el'.split(' ');
let known: ReadonlySet<string> | undefined;

/** Returns the names of weekdays, long and short, in lower case without dots. Made on first use: few pages need them, and each start pays. */
function weekdays(): ReadonlySet<string> {
  known ??= new Set(LANGUAGES.flatMap(weekdaysIn));
  return known;
}

function weekdaysIn(language: string): string[] {
  return (['long', 'short'] as const).flatMap((weekday) => {
    const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
    return [1, 2, 3, 4, 5, 6, 7].map((day) => lastWord(format.format(Date.UTC(2024, 0, day))));
  });
}
