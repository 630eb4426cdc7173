import { foldDiacritics } from './fold-diacritics.ts';

/**
 * Letters with a sign that are letters of their own, by ISO 639-1 code. Texts of these languages are hardly ever written without the sign, and words
 * that differ in one are different words: Swedish `aktör` (agent) and `aktor`, which the stemmer reads as a form of `akt` (act).
 */
const OWN_LETTERS: Readonly<Record<string, string>> = {
  da: 'æøå',
  de: 'äöüß',
  et: 'äöõüšž',
  fi: 'äöåšž',
  hu: 'áéíóöőúüű',
  nb: 'æøå',
  nn: 'æøå',
  no: 'æøå',
  sv: 'åäö',
};

/**
 * Endings whose accents the stemmers need, by ISO 639-1 code. Only endings that words have without the accent much more rarely, so that few words get a
 * form that is none of theirs.
 */
const ACCENTED_ENDINGS: Readonly<Record<string, string>> = {
  ca: 'ció sió ància ància ència',
  cs: 'ých ština čtina ého ím ým ými ému ími ách vám kám',
  es: 'ción sión ería erías grafía logía logías nomía sofía metría',
  fr: 'ée ées ilité ilités alité alités ivité ivités icité osité arité arités ualité ière ières ères',
  it: 'ilità alità ività icità osità arità eità',
  lt: 'čio čia čiai čios čius čias žio žia žiai ėje ėjo ėjus ėjas ėjimas ėjimo ėmis ąjį',
  pl: 'ać ować yć ów ści ść ścią ają ują ień ały ało wał wała ożenie',
  pt: 'ção ções são sões ão ões ável áveis ível íveis ência ências ância âncias',
  ro: 'ția ție ții ției țiune ște ură ască ând',
  sk: 'ého ých ým ými ími ím ému ní čka čku kách',
  tr: 'ları larının ası asını asının ında ından ının ılar aktır ıyla malı',
};

/** Minimum number of letters in front of an ending: no ending is most of a word. */
const MIN_BEFORE = 2;

/** Longer words are chains of parts, such as those with hyphens of a query in one. UTF-16 units. */
const MAX_LENGTH = 64;

const LATIN = /^[\p{Script=Latin}\p{M}]+$/u;

/**
 * Returns a function that spells a word of a query as pages or the stemmer may have it: without accents, and with those of its ending. The index has
 * stems without accents, but stemmers read them: `administracion` and `administración`, `café` and `Cafe` have different stems.
 *
 * @param code ISO 639-1
 * @returns other spellings than the word itself, in lower case; empty for most words
 */
export function otherSpellings(code: string): (word: string) => string[] {
  const own = OWN_LETTERS[code] ?? '';
  const endings = new Map(ACCENTED_ENDINGS[code]?.split(' ').map((ending) => [foldDiacritics(ending), ending]));
  const longest = Math.max(0, ...Array.from(endings.keys(), ({ length }) => length));
  return (written) => {
    if (written.length > MAX_LENGTH || !LATIN.test(written)) return [];
    const word = written.toLowerCase().normalize('NFC');
    const plain = [...word].map((letter) => (own.includes(letter) ? letter : foldDiacritics(letter))).join('');
    const accented = withAccentedEnding(plain, endings, longest);
    return [...new Set([plain, accented])].filter((spelling) => spelling !== word);
  };
}

/** Replaces the longest ending that has an accented spelling. */
function withAccentedEnding(plain: string, endings: ReadonlyMap<string, string>, longest: number): string {
  for (let at = Math.max(MIN_BEFORE, plain.length - longest); at < plain.length; at++) {
    const ending = endings.get(plain.slice(at));
    if (ending !== undefined) return plain.slice(0, at) + ending;
  }
  return plain;
}
