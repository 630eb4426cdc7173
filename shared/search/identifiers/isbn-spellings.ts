import { withCheckDigit, withCheckDigit13 } from '../../clean/papers/isbn.ts';

/**
 * Lengths of the group of an ISBN, which stands for a country or language, by the digits that it begins with (ISBN Users' Manual). The
 * lengths of the publisher behind it depend on thousands of ranges, which grow.
 */
const GROUPS_978 = /^(?:[0-57]|6[0-4]\d|6[5-9]|8\d|9[0-4]|9[5-8]\d|99[0-8]\d|999\d\d)/;
const GROUPS_979 = /^(?:8|\d\d)/;

/** Returns an ISBN with thirteen digits. @param digits ten or thirteen, without hyphens */
export const longIsbn = (digits: string): string =>
  digits.length === 13 ? digits : withCheckDigit13(`978${digits.slice(0, -1)}`);

/**
 * Returns the ways in which pages may write an ISBN: with ten or thirteen digits, without hyphens, with one behind 978, and with hyphens between its
 * parts. Of the latter, all that the lengths of the parts allow: in the wrong ones no book has these words one after the other.
 *
 * @param given a valid ISBN with hyphens or blanks anywhere, or without any
 * @returns each once, the given one first
 */
export function isbnSpellings(given: string): string[] {
  const [prefix, body] = partsOf(longIsbn(given.replace(/[ -]/g, '')));
  const long = withCheckDigit13(`${prefix}${body}`);
  const short = prefix === '978' ? [withCheckDigit(body)] : [];
  const bodies = divisionsOf(body, prefix === '978' ? GROUPS_978 : GROUPS_979);
  const all = [
    ...[given, long, `${prefix}-${long.slice(3)}`],
    ...bodies.map((parts) => `${prefix}-${parts}-${long.at(-1)}`),
    ...short.flatMap((one) => [one, ...bodies.map((parts) => `${parts}-${one.at(-1)}`)]),
  ];
  return [...new Set(all)];
}

/** Returns the prefix (978 or 979), and the nine digits before the check digit. */
const partsOf = (long: string): [prefix: string, body: string] => [long.slice(0, 3), long.slice(3, 12)];

/** Returns the group, the publisher and the title of nine digits, joined by hyphens, for each length that the publisher may have. */
function divisionsOf(body: string, groups: RegExp): string[] {
  const group = groups.exec(body)?.[0] ?? '';
  const rest = body.slice(group.length);
  return Array.from({ length: rest.length - 1 }, (_, i) => `${group}-${rest.slice(0, i + 1)}-${rest.slice(i + 1)}`);
}
