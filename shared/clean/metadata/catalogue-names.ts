/** Parses names of authors in the meta elements of catalogues and journals, which mostly begin with the surname. */
import { isEastAsianName } from '../../text/east-asian-name.ts';
import { foldWhitespace } from '../../text/whitespace.ts';
import { type AuthorName, isOrganization, isPersonName, PARTICLE, parseAuthorNames } from './person-name.ts';
import { splitPostNominals } from './post-nominals.ts';

/** Maximum number of names. Papers of large collaborations have thousands, which no hit and no record could show. */
const MAX_AUTHORS = 100;

/** Maximum length of an author field, in UTF-16 units: many names in one element. */
const MAX_VALUE_LENGTH = 4_000;
/** Maximum number of parts of all fields that are parsed: some of them are no names. */
const MAX_PARTS = 1_000;

/**
 * Returns the distinct names in the values of a meta element, given names first.
 *
 * @param isOneEach whether each value is one name, as in `citation_author`; otherwise `Ada Writer, Ben Moss` in the only value are two
 */
export function parseCatalogueNames(values: readonly string[], isOneEach: boolean): AuthorName[] {
  const names = new Map<string, AuthorName>();
  const isOne = isOneEach || values.length > 1;
  let parts = 0;
  for (const value of values) {
    // Runs of blanks, which documents may have, would take long to search.
    const text = foldWhitespace(value.slice(0, MAX_VALUE_LENGTH).normalize('NFC'), false);
    for (const part of text.split(/[;；|]/)) {
      if (names.size >= MAX_AUTHORS || ++parts > MAX_PARTS) return [...names.values()];
      const name = directName(part, isOne);
      const found = name === null ? peopleFirst(parseAuthorNames([part])) : [{ name, isPerson: true }];
      for (const one of found) if (names.size < MAX_AUTHORS) names.set(one.name.toLowerCase(), one);
    }
  }
  return [...names.values()];
}

/** Returns the people among the names of one value, or all names without any: `Ada Moss, Bog University` is a name with an affiliation. */
function peopleFirst(names: AuthorName[]): AuthorName[] {
  const people = names.filter(({ isPerson }) => isPerson);
  return people.length > 0 ? people : names;
}

/** Returns the name of a person, given names first, or null if the text may be something else. */
function directName(text: string, isOne: boolean): string | null {
  const whole = text.trim().replace(ROLE, '').replace(YEARS, '').replace(FINAL_STOP, '').trim();
  if (whole.length > MAX_NAME_LENGTH || isOrganization(whole) || splitPostNominals(whole).letters !== '') return null;
  const [family = '', given, suffix, ...more] = whole.replace(GENERATION_AT_END, ', $1').split(COMMA);
  if (given === undefined) return isPersonName(family) && !LABEL.test(family) ? family : null;
  if (!NAMES.test(family) || !NAMES.test(given) || more.length > 0) return null;
  if (suffix !== undefined && !GENERATION.test(suffix)) return null;
  if (ENDS_WITH_INITIALS.test(family) || [family, given].some((one) => BODY.test(one))) return null;
  if (!isOne && isFullName(family) && isFullName(given)) return null;
  if (GENERATION.test(given)) return `${family} ${given}`;
  if (isEastAsianName(family + given)) return family + given;
  return [given, family, suffix].filter((one) => one !== undefined).join(' ');
}

/** Maximum length of a name, in UTF-16 units. */
const MAX_NAME_LENGTH = 100;

const COMMA = /\s*[,،，、]\s*/u;
/** A role or the full form of initials in brackets after a name: `Moss, A. B. (Ada Bo)`. */
const ROLE = /\s*[([][^()[\]]*[)\]]\s*$/u;
/** The years of a life, as authority files of libraries write them: `Moss, Ada, 1850-1920`. */
const YEARS = /,?\s*(?:b\.\s*|\*\s*)?\d{4}\s*[-–]?\s*(?:\d{4})?\s*\.?$/u;
/** The full stop at the end of a heading; that of an initial or of `Jr.` belongs to the name. */
const FINAL_STOP = /(?<=\p{L}\p{Ll}{2})\.\s*$/u;
const GENERATION = /^(?:jr|sr|jun|sen|ii|iii|iv)\.?$/iu;
/** As in `Moss, Ben Jr.`, which means the same as `Moss, Ben, Jr.`. */
const GENERATION_AT_END = /(?<=,.*[^,\s])\s+((?:jr|sr|ii|iii|iv)\.?)$/iu;
/** One of several names in the style of MEDLINE: `Moss A, Fen B`. */
const ENDS_WITH_INITIALS = /\s\p{Lu}{1,3}\.?$/u;
/** A body or country of several words, of which a comma separates another or a place. `Commission, European` is inverted as names are. */
const BODY =
  /\s(?:organi[sz]ation|council|committee|commission|consortium|bureau|academy|centre|center|library|museum|college|hospital|government|parliament|kingdom|republic|federation|authority|nations|kommission|ausschuss|akademie|bibliothek|behörde|kommun|myndighet)$|^(?:united|universidad|ministerio|conseil|comité|consejo|académie|academia|república|république)\s/iu;
/** Words of bylines before a name. Only in lower case or before a full name: `Di` and `Von` are names, too. */
const LABEL = /^(?:by|author|autor(?:in)?|auteur|autore|text|posted|written)\s/iu;

/** A word of a name: with a capital letter, in a script without case, or an initial; an article before its apostrophe or hyphen belongs to it. */
const WORD = String.raw`(?:(?:d|l|o|dell|dall|al|el)['’ʼ-])?(?:\p{Lu}|\p{Lo})[\p{L}\p{M}.'’ʼ-]*`;
const JOINED = String.raw`(?:${PARTICLE}|(?:y|e|do|el|al|los|las|op|zur|zum|vom|ben|['’]t)(?!\p{L}))`;
/** One to five words, of which at least one is no particle. */
const NAMES = new RegExp(String.raw`^(?:${JOINED}\s+){0,3}${WORD}(?:\s+(?:${WORD}|${JOINED})){0,4}$`, 'u');

/** Returns whether a text has two words with capital letters that are no initials. */
const isFullName = (text: string): boolean =>
  (text.match(/(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}'’-]{1,}(?!\.)/gu) ?? []).length > 1;
