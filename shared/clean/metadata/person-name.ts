/** Parses names of people in author fields. */
import { foldWhitespace } from '../../text/whitespace.ts';
import { DATE_LABEL_AFTER_NAME } from './after-name.ts';
import { POST_NOMINALS, splitPostNominals } from './post-nominals.ts';

/** A name. `isPerson` is true if it looks like a full name, and false for accounts, departments and companies. */
export type AuthorName = { name: string; isPerson: boolean };

/** Maximum number of names. */
const MAX_AUTHORS = 20;

/** Returns the distinct names in author fields, in their order. */
export function parseAuthorNames(values: readonly string[]): AuthorName[] {
  const names = new Map<string, AuthorName>();
  for (const value of values)
    for (const part of splitAuthors(value.slice(0, MAX_VALUE_LENGTH).replace(MAILBOX, '$1'))) {
      const name = cleanName(part);
      if (name !== null && names.size < MAX_AUTHORS)
        names.set(name.toLowerCase(), { name, isPerson: looksLikePerson(name) });
    }
  return [...names.values()];
}

/** Maximum length of an author field, in UTF-16 units. */
const MAX_VALUE_LENGTH = 1_000;

/** The e-mail address after a name, and the quotes of that name: `"Ada Writer" <ada@example.org>`. */
const MAILBOX = /(?:"([^"<>]*)")?\s<[^<>\s@]+@[^<>\s@]+>/g;

/** Returns the letters and digits of a name in lower case, for comparison. */
export const comparableName = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Splits `A, B and C` into names. A single-word part prevents the split: of `Ada Writer; Paper` the first part is the author, and
 * `Ada & Ben` and `Bog and Fen` are one name.
 */
function splitAuthors(value: string): string[] {
  const cut = withoutPrefix(value).replace(LABEL, '').replace(REPORTER, '');
  if (INITIAL_LAST.test(cut)) return [cut];
  const inverted = cut.split(';').map((part) => part.trim());
  if (inverted.length > 1 && inverted.every((part) => ONE_COMMA.test(part))) return inverted;
  const split = cut.split(BETWEEN_NAMES);
  return split.length > 1 && split.every((part) => /\S\s\S/.test(part.trim()))
    ? split
    : [cut.split(LIST_SEPARATOR)[0] ?? cut];
}

/** `Moss, Ada B.`: in a list with semicolons a comma does not separate names. */
const ONE_COMMA = /^[^,]+,[^,]+$/;

/** Source of a pattern for words in lower case that belong to a name. */
export const PARTICLE = String.raw`(?:de|van|von|der|den|la|le|du|del|dela|della|dello|delle|degli|di|da|das|dos|af|bin|ibn|ten|ter|zu|v\.)(?!\p{L})`;
/** Source of a pattern for a word with a capital letter or an initial, with an article before its apostrophe: `d’Arc`. It has one reading. */
export const NAME_PART = String.raw`(?:(?:d|dell|dall)['’])?\p{Lu}[\p{L}.'’-]*`;
const LIST_SEPARATOR = new RegExp(
  String.raw`\s*[;•|]\s*|(?!${POST_NOMINALS}),\s*(?=\p{Lu}[^\s,;•|]*\s(?:\p{Lu}|${PARTICLE}\s))`,
  'u',
);
const BETWEEN_NAMES = new RegExp(
  String.raw`${LIST_SEPARATOR.source}|\s+(?:and|AND|und|UND|et|ET|y|e|og|och|en|&)\s+(?=\p{Lu})`,
  'u',
);

/** Words before the name of an author. */
const BYLINE_PREFIX =
  /^(?:[^\p{L}]*(?:zeige alle beiträge von|alle beiträge von|view all posts by|posts by|beiträge von:?|mehr von|more (?:from|about)|(?:this )?(?:article|post|entry|story)?\s*(?:was )?(?:posted|written|published|submitted|reported|authored|reviewed)?\s*by|(?:geschrieben|verfasst|veröffentlicht|eingestellt|erstellt|gepostet|gespeichert) von|interview|beitrag\s?von|ein (?:beitrag|artikel|kommentar|gastbeitrag) von|text von|(?:te[kx]st|skr[ei]vet) a[fv]|text|von|par|por|di|door|a[fv]|autor(?:in)?|author|auteur|autore|автор|(?:authors|contributors|autoren|auteurs)(?=\s*:))\s*:?\s+)+/iu;
/** Removes words of a byline. `von Moss, Ada` has none: the first word belongs to the surname. */
const withoutPrefix = (text: string): string => (INVERTED_NAME.test(text) ? text : text.replace(BYLINE_PREFIX, ''));

/** Labels before a name, in other languages than those of `BYLINE_PREFIX`. The last ones are words for "by". */
const LABEL =
  /^\s*(?:(?:(?:本报|本報)?(?:记者|記者)|(?:原创)?作者|著者|筆者|執筆者?|撰[文稿]|文|글쓴?이?|작성자|kirjoittaja|szerző|írta|yaza[rn]|tác giả|penulis|författare|συγγραφέας|ผู้เขียน|الكاتبة?|المؤلف|نویسنده|כתבה?|लेखक|লেখক)\s*[:：/／|｜]|(?:เขียน)?โดย[:\s]|بقلم[:\s]|מאת[:\s])\s*/iu;
/** The word for a reporter after such a name. */
const REPORTER = /(?<=[\p{sc=Han}\p{sc=Hang}]{2})\s*(?:기자|記者|记者)$/u;
const NOT_A_NAME =
  /^(?:(?:posted|written|published|veröffentlicht|eingestellt|geschrieben|erstellt|verfasst|publié|publicado)(?: (?:by|von|par|por|am|on|le|el))?|(?:your |ihr |dein )?name ?\*?|(?:please|bitte|leave|schreibe?) .*|a note .*|about .*|über .*|admin(?:istrator)?|webmaster|editor|guest|gast|anonymous|unknown|(?:the )?author|(?:full |short )?bio|autor|none|null|undefined|user|root|by|von|par|por|share(?: (?:this )?(?:post|article))?|follow|sign ?(?:in|up)|the|view all|all posts|posts? by|more|details|home|kommentare?|comments?|login|date|stand|bild|foto|photo|picture|image|quelle|source|last updated.*|updated.*|zuletzt.*|registriert.*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun|get|shop|buy|new|sale|(?:visit (?:the|our)|besuchen? (?:sie )?den|visite[rz] la|visita (?:la|lo|il|o|a)|bezoek de|ga naar de) .*|(?:brand|marke|marque|marca|merk): .*|sponsored content|gesponserte inhalte|contenu sponsorisé|contenido patrocinado|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b.?$/iu;

/** A dash before a name below a text: `— Ada Writer`. */
const LEADING_DASH = /^\s*[–—]\s?/u;
/** Words after the name of who is quoted, in lower case: `Said` is a name, too. */
const QUOTED = /\s(?:says|sagt|schreibt|wrote|said|dice|dit)[:.,]?$/u;
/** Labels of editors in charge, who are no authors. */
const EDITOR = /^(?:责任编辑|責任編輯|责编|编辑|校对|審核|审核)\s*[:：/／|｜]/u;

/** The beginning of a date with the name of its month: ` December 5`, ` Sat, Dec 5`. */
export const DATE_AFTER_NAME =
  /(?:^|(?<=\p{L}[.,]?)\s+)(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\.?,?\s+)?(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?\s+\d/iu;

/** A date with the name of its month at the beginning of a text, and what separates it from the rest. */
const LEADING_DATE =
  /^[^\d]{3,24}\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?(?:,?\s+(?:at\s+)?\d{1,2}:\d\d(?:\s?[ap]m)?)?[^\p{L}\d]*/iu;

function cleanName(value: string): string | null {
  const date = DATE_LABEL_AFTER_NAME.exec(value) ?? DATE_AFTER_NAME.exec(value);
  // The date may also stand before the name.
  const text = !date ? value : date.index > 0 ? value.slice(0, date.index) : value.replace(LEADING_DATE, '');
  const { name: whole, letters } = splitPostNominals(
    foldWhitespace(withoutPrefix(text.replace(LEADING_DASH, '')), false).replace(/[\s,]+$/u, ''),
  );
  const name = whole
    .replace(INVERTED_NAME, '$2 $1')
    .replace(
      /\s*(?:\(|\[|\||–|—|»|©| - | on | am | at | @|\/|https?:|(?<=\s)\d| (?:foto|photo|illustration|bild|fotos|photos)\b).*$/iu,
      '',
    )
    .replace(/^[\s,.:;|·•&-]+|[\s,:;|·•-]+$|\s(?:on|at|am|um)$/gu, '')
    .replace(/,.*$/u, '');
  if (
    /^\d/.test(name) ||
    name.length < 2 ||
    name.length > 60 ||
    name.split(' ').length > 6 ||
    !LETTERS_OR_INITIALS.test(name)
  )
    return null;
  return NOT_A_NAME.test(name) ||
    QUOTED.test(name) ||
    EDITOR.test(name) ||
    (PHRASE.test(name) && !ORGANIZATION.test(name)) ||
    TEMPLATE_VARIABLE.test(name) ||
    /[<>{}=/\\@]|www\.|\.(?:com|de|org|net|at|ch|fr|it|es|uk)\b/i.test(name)
    ? null
    : name + letters;
}

/** Two letters, which may have vowel signs, or two initials: `R. R.` */
const LETTERS_OR_INITIALS = /\p{L}\p{M}*\p{L}|^\p{Lu}\. \p{Lu}\.$/u;

/** Three words in lower case that belong to no name, as in `Ada lives and works in Bristol`. */
const PHRASE = new RegExp(`(?:\\s(?!${PARTICLE}\\s)\\p{Ll}\\S*.*?){3}`, 'u');
/** A variable that a template left in the page: `page.head.extra.author`. */
const TEMPLATE_VARIABLE = /^(?:page|post|site|entry|article|item|user|data|this|meta)(?:\.[a-z_$][\w$-]*)+$/;

/** An inverted name that ends with an initial, which no list of names does. */
const INITIAL_LAST = /^\s*\p{Lu}[^\s,]+,\s+\p{Lu}[^\s,]*\s\p{Lu}\.?\s*$/u;
/** An inverted name, as in catalogues: `Writer, Ada`, `du Moss, Ada`, `Moss, Ada du`. */
const INVERTED_NAME = new RegExp(
  String.raw`^\s*((?:${PARTICLE}\s+){0,2}\p{Lu}[^\s,]+),\s+(\p{Lu}[^\s,]*(?:\s(?:\p{Lu}[^\s,]*|${PARTICLE}))*)\s*$`,
  'u',
);

/** Two to five capitalised words, with lower-case particles. */
const PERSON = new RegExp(`^(?:${NAME_PART}|${PARTICLE}(?=\\s))(?:\\s+(?:${NAME_PART}|${PARTICLE})){1,4}$`, 'u');
const ORGANIZATION =
  /(?<![\p{L}])(?:gmbh|ag|e\.\s?v\.?|inc|ltd|llc|verlag|redaktion|redakteur|redacción|rédaction|redazione|redactie|editorial|editors?|staff|team|desk|news|newsroom|press|presse|media|magazin|magazine|online|zeitung|zeitschrift|blatt|tv|radio|diario|journal|times|post|agency|agentur|agence|verein|bund|verband|institut|institute|stiftung|foundation|universität|university|university|amt|ministerium|ministry|department|group|gruppe|company|society|gesellschaft|association|industry|office|service|support|director|expert|columnist|manager|attorney|contributor|president|founder|officer|specialist|development|marketing|reporter|correspondent|collectif|welle|liste)(?![\p{L}])/iu;

function looksLikePerson(author: string): boolean {
  const { name } = splitPostNominals(author);
  if (/[,]/.test(name) || isOrganization(name)) return false;
  return isPersonName(name) || UNCASED_NAME.test(name);
}

/** Returns whether a text has a word that names of companies, offices and departments have. */
export const isOrganization = (text: string): boolean => ORGANIZATION.test(text);

/** Returns whether a text consists of two to five words of a name. */
export const isPersonName = (text: string): boolean => PERSON.test(text);

/** A name in a script without upper case: Han, kana, Hangul, Arabic, Hebrew, Thai, Indic scripts. */
const UNCASED_NAME = /^[\p{Lo}\p{M}\s·・.‧]{2,30}$/u;
