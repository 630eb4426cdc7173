/** Names of people in what is said of an author. */
import { foldWhitespace } from '../../text/fold.ts';

/** `person`: it looks like the name of one, with at least two words; otherwise of an account, a department or a firm. */
export type Named = { name: string; person: boolean };

const MAX_AUTHORS = 20;

/** Each once, in their order. */
export function namesIn(values: readonly string[]): Named[] {
  const names = new Map<string, Named>();
  for (const value of values)
    for (const part of parts(value.slice(0, MAX_VALUE))) {
      const name = nameIn(part);
      if (name !== null && names.size < MAX_AUTHORS) names.set(name.toLowerCase(), { name, person: isPerson(name) });
    }
  return [...names.values()];
}

const MAX_VALUE = 1_000;

/** Letters and digits alone, to compare names by. */
export const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** `A, B and C` are three; `Writer, Paper` are too few words each to be parted. */
function parts(value: string): string[] {
  const cut = value.replace(LEAD, '');
  const split = cut.split(/\s*[;•|]\s*|\s+(?:and|und|et|y|e|och|en|&)\s+(?=\p{Lu})|,\s+(?=\p{Lu}[^\s,]*\s\p{Lu})/u);
  return split.length > 1 && split.every((part) => /\S\s\S/.test(part.trim())) ? split : [split[0] ?? cut];
}

/** Words that come before the name of an author. */
const LEAD =
  /^(?:[^\p{L}]*(?:zeige alle beiträge von|alle beiträge von|view all posts by|posts by|beiträge von:?|mehr von|more from|(?:this )?(?:article|post|entry|story)?\s*(?:was )?(?:posted|written|published|submitted|reported)?\s*by|(?:geschrieben|verfasst|veröffentlicht|eingestellt|erstellt|gepostet|gespeichert) von|interview|beitrag\s?von|ein (?:beitrag|artikel|kommentar|gastbeitrag) von|text von|text|von|par|por|di|door|av|autor(?:in)?|author|auteur|autore|автор)\s*:?\s+)+/iu;
const NEVER =
  /^(?:(?:posted|written|published|veröffentlicht|eingestellt|geschrieben|erstellt|verfasst|publié|publicado)(?: (?:by|von|par|por|am|on|le|el))?|(?:your |ihr |dein )?name ?\*?|(?:please|bitte|leave|schreibe?) .*|.* (?:says|sagt|schreibt|wrote|said|dice|dit)|a note .*|about .*|über .*|admin(?:istrator)?|webmaster|editor|guest|gast|anonymous|unknown|author|autor|none|null|undefined|user|root|by|von|par|por|share|follow|view all|all posts|posts? by|more|details|home|kommentare?|comments?|login|date|stand|bild|foto|photo|picture|image|quelle|source|last updated.*|updated.*|zuletzt.*|registriert.*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)\b.?$/iu;

function nameIn(text: string): string | null {
  const name = foldWhitespace(text.replace(LEAD, '').replace(TURNED, '$2 $1'), false)
    .replace(
      /\s*(?:\(|\[|\||–|—|»|©| - | on | am | at | @|\/|https?:|(?<=\s)\d| (?:foto|photo|illustration|bild|fotos|photos)\b).*$/iu,
      '',
    )
    .replace(/^[\s,.:;|·•-]+|[\s,:;|·•-]+$/gu, '')
    .replace(/,.*$/u, '');
  if (/^\d/.test(name) || name.length < 2 || name.length > 60 || name.split(' ').length > 6 || !/\p{L}{2}/u.test(name))
    return null;
  return NEVER.test(name) || /[<>{}=/\\@]|www\.|\.(?:com|de|org|net|at|ch|fr|it|es|uk)\b/i.test(name) ? null : name;
}

/** As in catalogues: `Writer, Ada`. */
const TURNED = /^\s*(\p{Lu}[^\s,]+),\s+(\p{Lu}[^\s,]*(?:\s(?:\p{Lu}[^\s,]*|van|von|de|der))*)\s*$/u;

/** Two to five words that begin with capitals, but for the little ones between them. */
const PERSON =
  /^(?:\p{Lu}[\p{L}.'’-]*|(?:de|van|von|der|den|la|le|del|di|da|dos|bin|ibn|ten|ter|zu)(?=\s))(?:\s+(?:\p{Lu}[\p{L}.'’-]*|de|van|von|der|den|la|le|del|di|da|dos|bin|ibn|ten|ter|zu)){1,4}$/u;
const FIRM =
  /(?<![\p{L}])(?:gmbh|ag|e\.\s?v\.?|inc|ltd|llc|verlag|redaktion|redakteur|redacción|rédaction|redazione|redactie|editorial|editors?|staff|team|desk|news|newsroom|press|presse|media|magazin|magazine|online|zeitung|zeitschrift|blatt|tv|radio|diario|journal|times|post|agency|agentur|agence|verein|bund|verband|institut|institute|stiftung|foundation|universität|university|university|amt|ministerium|ministry|department|group|gruppe|company|society|gesellschaft|association|industry|office|service|support|reporter|correspondent|collectif|welle|liste)(?![\p{L}])/iu;

function isPerson(name: string): boolean {
  if (/[,]/.test(name) || FIRM.test(name)) return false;
  return PERSON.test(name) || UNCASED.test(name);
}

/** Letters that know no capitals: Han, kana, Hangul, Arabic, Hebrew, Thai and those of India. */
const UNCASED = /^[\p{Lo}\p{M}\s·・.‧]{2,30}$/u;
