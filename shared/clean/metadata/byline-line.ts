/** Finds the name of the author in a line of text. */
import { foldWhitespace } from '../../text/whitespace.ts';
import { cutHelpers, DATE_LABEL_AFTER_NAME } from './after-name.ts';
import { findDate } from './dates/visible-date.ts';
import { DATE_AFTER_NAME, NAME_PART, PARTICLE } from './person-name.ts';
import { LETTERS, POST_NOMINALS } from './post-nominals.ts';

/** Maximum length of a byline, in UTF-16 units. */
const MAX_BYLINE_LENGTH = 160;
/** Words that state authorship; a single name after them is enough. */
const EXPLICIT_BYLINE =
  /^(?:.{0,30}\s)?(?:(?:posted|written|published|submitted|story|text|article|words|report|contributed|interview|blog|post) by|(?:geschrieben|veröffentlicht|verfasst|eingestellt|erstellt|gespeichert|gepostet|text|artikel|beitrag|bericht) von|(?:escrito|publicado|redactado) por|(?:scritto|pubblicato) da|(?:publié|écrit|rédigé|proposé|posté) par|geschreven door|skrivet av|skrevet a[fv]|napisał|autor(?:in|en)?\s?:|(?:authors?|contributors?)\s?:|auteure?s?\s?:|autore\s?:|автор\s?:|text\s?:)\s*:?\s*(?<name>.+)$/iu;
/** Companies begin with the Scandinavian "by" in capitals: `AF Gruppen`. */
const COMPANY = /^A[FV]\s/;
const BYLINE_START = /^(?:by|von|par|por|di|door|a[fv])\s*:?\s+(?<name>\p{Lu}.*)$/iu;
/** A byline inside a line; it needs a date beside it. */
const BYLINE_WITHIN = /(?:^|\s)(?<word>by|von|par|por|da|di|door|av)\s+(?<name>\p{L}.*)$/iu;
/** The byline of a post. Comments after it have such lines too. */
export const POSTED_BY =
  /^(?:posted|written|published|geschrieben|verfasst|veröffentlicht|eingestellt|escrito|publi\p{L}+|pubblicato|écrit) (?:by|von|por|da|par)(?!\p{L})/iu;
/** Such a word alone: the name is in the next block. */
const LABEL_ALONE =
  /^(?:by|(?:(?:article |story |post |guide )?(?:written|posted|published)|article|story|words|text) by|authors?|autor(?:in)?|von|verfasst von|text|text von|par|auteur|por|autore|door|автор)\s*:?$/iu;
/** It needs a full name: journals have menus and headings for authors, with `Reviewers` or `Submit` behind them. */
const PLURAL_LABEL = /^authors/i;

/** A quick check that rejects most lines: every match of the four patterns above contains this. */
const MAY_BE_BYLINE = /(?:^| )(?:by|von|por|par|d[ai]|door|a[fv])|napisał|aut(?:h?or|eur)|contributor|text|автор/i;

/** What every date has. */
const DIGIT = /\d/;

/** Returns the name in a byline, or undefined. @param line a block of text @param next the next one, which has the name if the line is a label */
export function nameInByline(line: string, next: string): string | undefined {
  if (line.length > MAX_BYLINE_LENGTH || !MAY_BE_BYLINE.test(line)) return undefined;
  const own = cutHelpers(line);
  // Names of months are capitalised like names of people.
  const split = (MAY_BE_BYLINE.test(own) ? own : line).replace(JOINED_LABEL, '$& ');
  const text = DIGIT.test(split)
    ? split.replace(DATE_LABEL_AFTER_NAME, ' | $&').replace(DATE_AFTER_NAME, ' |$&')
    : split;
  if (LABEL_ALONE.test(text)) {
    const name = leadingMatch(next, NAMES_WITH_END);
    return PLURAL_LABEL.test(text) && name?.includes(' ') === false ? undefined : name;
  }
  const outright = EXPLICIT_BYLINE.exec(text)?.groups?.['name'];
  if (outright !== undefined)
    return leadingMatch(outright, NAMES_WITH_END) ?? ACCOUNT_NAME.exec(foldWhitespace(outright, false))?.[1];
  for (const [i, part] of text.split(SEPARATORS).entries()) {
    // The part after a separator may be anything, unless the line has a date.
    if (i > 0 && findDate(text, false) === null) break;
    const named = COMPANY.test(part) ? undefined : BYLINE_START.exec(part)?.groups?.['name'];
    const name = named === undefined ? undefined : leadingMatch(named, FULL_NAMES);
    if (name !== undefined) return name;
  }
  return nameBesideDate(text);
}

/** A label without a space before the name: inline elements join. */
const JOINED_LABEL = /^(?:By|(?:Posted|Written|Published) by)(?=\p{Lu}\p{Ll})/u;
const SEPARATORS = /\s*[|•·]\s*|\s[–—-]\s/u;

/** Returns the name beside a date: `June 3, 2008 by ada`, `Von R. R. am 3. Juni 2009`. A single name is enough. */
function nameBesideDate(text: string): string | undefined {
  const { groups, index = 0 } = BYLINE_WITHIN.exec(text) ?? {};
  if (groups === undefined) return undefined;
  const [word, rest] = [groups['word'] as string, groups['name'] as string];
  const before = text.slice(0, index);
  const mayBeAccount = word.toLowerCase() === 'by' && ACCOUNT_CONTEXT.test(before);
  const name = leadingMatch(rest, NAMES_WITH_END) ?? (mayBeAccount ? ACCOUNT_NAME.exec(rest)?.[1] : undefined);
  if (name === undefined) return undefined;
  return (findDate(before, false) ?? findDate(rest.slice(name.length), false)) ? name : undefined;
}

/** Text that may precede an account name: nothing, a date at the beginning, or a verb of writing (not "closed", "sold", "sent"). */
const ACCOUNT_CONTEXT =
  /^\W*(?:$|(?:on\s+)?(?:\d|(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b)|.*\b(?:posted|written|submitted|published)\b)/iu;

/** Each part of a name has one reading: with two, a list of initials takes exponential time. */
const FULL_NAME = `${NAME_PART}(?:\\s+(?:${NAME_PART}|${PARTICLE})){1,4}`;
const CONJUNCTION = `(?:\\s*(?:,|;|/|&)\\s*|,?\\s+(?:and|und|et|y|e|og|och|en)\\s+)`;
const WITH_LETTERS = `${FULL_NAME}(?:${POST_NOMINALS})?`;
/** Further names. Letters begin no name, so that a list of names and letters has one reading. */
const FURTHER_NAMES = `(?:${CONJUNCTION}(?!${LETTERS})${WITH_LETTERS})*`;
const FULL_NAMES = new RegExp(`^${WITH_LETTERS}${FURTHER_NAMES}`, 'u');
export const FULL_NAME_ALONE = new RegExp(`^${FULL_NAME}$`, 'u');
const NAMES_WITH_END = new RegExp(
  `^(?:${WITH_LETTERS}|${NAME_PART})${FURTHER_NAMES}(?=$|\\s*(?:[|/·•–—(@,<*]|-\\s|am\\s|on\\s|at\\s|le\\s|el\\s|il\\s|vom\\s|um\\s|in\\s|\\d))`,
  'u',
);
/** An account name; it may be in lower case. */
const ACCOUNT_NAME = /^([\p{L}\d._-]{3,30})(?=$|\s+(?:am|on|at|le|el|@|\||-|–|»|,)(?:\s|$))/u;

function leadingMatch(text: string, pattern: RegExp): string | undefined {
  return pattern.exec(foldWhitespace(text, false))?.[0].replace(TRAILING_PARTICLE, '');
}

/** A particle between name and date, as in `Ada Writer le`. */
const TRAILING_PARTICLE = new RegExp(`\\s+${PARTICLE}$`, 'u');
