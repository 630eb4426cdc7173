/** Maximum length of a name of a person, in UTF-16 units. */
export const MAX_NAME = 64;

/** Names of people: letters, digits and marks, and `. _ - ' @ +` and single blanks between them. Addresses of mail are names too. */
export const PERSON_NAME = new RegExp(
  `^(?=.{1,${MAX_NAME}}$)(?!.* {2})[\\p{L}\\p{N}\\p{M}]+(?:[ ._'@+-]+[\\p{L}\\p{N}\\p{M}]+)*$`,
  'u',
);

/** Says what `PERSON_NAME` expects. */
export const PERSON_NAME_RULE = `letters and digits, with . _ - ' @ + or single blanks between them and none at the ends, at most ${MAX_NAME} characters`;

/** Returns a name in the form in which names are stored and compared. An accented letter may be one character or two. */
export const normalizeName = (name: string): string => name.normalize('NFC');
