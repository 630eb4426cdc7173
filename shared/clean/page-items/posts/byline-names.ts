/** Reads the name of an author from a line of text with a date, as forums without links to members write it. */
import { splitAtDate } from '../../metadata/dates/visible-date.ts';

/** What may stand before a name. */
const BEFORE = /^(?:(?:\p{L}+ )?(?:by|von|av|par|por|door|da)|from|author|name|autor|verfasser)\s*:?\s+/iu;
/** What stands between a name and the date after it. */
const BETWEEN =
  /(?:\s*[,:;|·•–—(@-]|\s+(?:wrote|writes|said|posted|asked|answered|replied|commented|schrieb|skrev|am|um|on|at|le|el|il|op|den|à|a las|(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*))+\s*$/iu;
/** What stands between a date with its time and the name after it: `, 10:12 PM by`. */
const TIME = /^[\s,@]*(?:at\s+)?(?:\d?\d[:.]\d\d(?:[:.]\d\d)?\s*(?:[ap]\.?m\.?)?\s*(?:uhr|gmt|utc|[ce][ds]?t)?)?/i;
/** What stands after a name. */
const AFTER = /\s*(?:wrote|writes|said|schrieb|skrev|a écrit|escribió)?\s*[:,)\]|-]*\s*$/iu;
/** Maximum number of words of a name. */
const MAX_WORDS = 3;
/** Labels that are no names. */
const LABEL =
  /^(?:posted|published|released?|date|written|asked|answered|replied|commented|submitted|started|created|updated|modified|edited|sent|on|at|re|subject|last|first|new|post|reply|message|comment|joined|registered|geschrieben|verfasst|erstellt|veröffentlicht|aktualisiert|datum|betreff|skrivet|publicerad|skapad|uppdaterad|publié|publicado|pubblicato)(?!\p{L})/iu;
/** Days of the week, which may stand before a date without a name. */
const WEEKDAY =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag)$/iu;
/** A number of a version, as in the heading of a list of changes: `Version 1.2, 3 May 2024`. */
const VERSION = /\d\.\d/;

/** The line of a mail's header with the name and address of its author: `From: Ada Moss <ada@bog.example>`, also `ada at bog.example`. */
const MAIL_FROM =
  /^(?:from|von|de|från)\s*:\s*["'“]?(?<name>\p{L}[^<>"'“”@()[\]\d]{1,38}\p{L}\.?)["'”]?\s+[<([]?[\w.+-]{1,64}(?:@|(?: at |\(at\))[\w-]{1,63}(?:\.| dot )).{1,80}$/iu;
/** Maximum length of such a line, in UTF-16 units. */
const MAX_MAIL_LINE = 200;

/** Returns the name in the line of a mail's header that tells its author, or undefined. */
export const nameOfSender = (text: string): string | undefined =>
  text.length > MAX_MAIL_LINE ? undefined : MAIL_FROM.exec(text)?.groups?.['name'];

/** Returns the name beside the date of a line, or undefined. A name without a word such as `by` needs a sign between itself and the date. */
export function nameBesideDate(text: string): string | undefined {
  const split = splitAtDate(text);
  if (!split) return undefined;
  const { before, after } = split;
  const rest = before.replace(BETWEEN, '').trim();
  const isLabelled = BEFORE.test(rest);
  if (rest !== '' && (isLabelled || rest.length < before.trim().length)) {
    const name = nameOf(rest.replace(BEFORE, ''));
    if (name !== undefined || isLabelled) return name;
  }
  const tail = after
    .replace(TIME, '')
    .replace(AFTER, '')
    .replace(/^[\s,:;|·•–—-]+/, '');
  const isFirst = rest === '' || isLabel(rest);
  return isFirst && (BEFORE.test(tail) || tail.length < after.replace(TIME, '').length)
    ? nameOf(tail.replace(BEFORE, ''))
    : undefined;
}

/** Returns whether a text is a label or a day of the week. */
export const isLabel = (text: string): boolean => LABEL.test(text) || WEEKDAY.test(text);

/** Returns a text as a name; undefined if it is a label, has a version or too many words. */
function nameOf(text: string): string | undefined {
  const name = text.trim();
  return /^[\p{L}\p{N}_][^#]*$/u.test(name) &&
    !isLabel(name) &&
    !VERSION.test(name) &&
    name.split(/\s+/).length <= MAX_WORDS
    ? name
    : undefined;
}
