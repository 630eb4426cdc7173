/** Reads the authors that documents declare. Many name none: programs write the account of the computer into each file. */

import { parseCatalogueNames } from '../metadata/catalogue-names.ts';

/** Accounts, and what programs and libraries write by themselves. */
const PLACEHOLDERS = [
  /^(?:admin\d*|administra(?:tor|teur|dor|tör)|amministratore|adminibm|root|owner|guest|gast|default|test|home|office|pc)$/i,
  /^(?:user|usuario|usuário|utilisateur|benutzer|utente|gebruiker|användare|użytkownik|пользователь|用户|ユーザー)\s*\d*$/i,
  /^(?:author|autor|auteur|autore|unknown|unbekannt|inconnu|desconocido|unnamed|un-named|\(?(?:anonymous|anonym|anonyme|anónimo|anonimo)\)?|none|null|n\/a|-+|\.+|\?+)$/i,
  /^(?:(?:microsoft )?office|windows|microsoft|mac)[- ](?:user|benutzer|gebruiker|användare)$/i,
  /^(?:usuario de|utilisateur|пользователь|utente) (?:windows|microsoft office)$/i,
  /^(?:python-docx|openpyxl|xlsxwriter|apache poi|docx4j|phpword|phpexcel|phpspreadsheet|unknown creator|aspose.*)$/i,
  // A login name: `winkl002`.
  /^[a-z]{1,12}\d{1,4}$/,
];

/** Returns whether a declared author is the account of a computer or the name of a program. */
function isPlaceholderAuthor(author: string): boolean {
  const text = author.trim();
  return text === '' || PLACEHOLDERS.some((placeholder) => placeholder.test(text));
}

/** Returns the authors that a document declares, joined by `; `, or '' if none of the values is an author. */
export const joinAuthors = (values: readonly string[]): string =>
  values
    .filter((value) => !isPlaceholderAuthor(value))
    .flatMap(splitNames)
    .join('; ');

/** Splits `Ada Writer and Ben Moss`, and turns `Writer, Ada` round. A value with other words than names of people stays as it is. */
function splitNames(value: string): string[] {
  const names = parseCatalogueNames([value], false);
  return names.length > 0 && names.every(({ isPerson }) => isPerson) ? names.map(({ name }) => name) : [value];
}
