/** Returns whether digits without hyphens are an ISBN, by their check digit. */
export const isIsbn = (digits: string): boolean =>
  digits.length === 13
    ? /^97[89]\d{10}$/.test(digits) && withCheckDigit13(digits.slice(0, 12)) === digits
    : digits.length === 10 && hasCheckDigit(digits);

/** Whether the last digit of an ISSN or an ISBN of ten digits is right: modulus 11, with X for 10 (ISO 3297, ISO 2108). */
export const hasCheckDigit = (digits: string): boolean => withCheckDigit(digits.slice(0, -1)) === digits.toUpperCase();

/** Appends the check digit of an ISSN or an ISBN of ten digits. */
export function withCheckDigit(body: string): string {
  const sum = Array.from(body).reduce((all, digit, i) => all + Number(digit) * (body.length + 1 - i), 0);
  const check = (11 - (sum % 11)) % 11;
  return `${body}${check === 10 ? 'X' : check}`;
}

/** Appends the check digit of thirteen digits: weights 1 and 3, modulus 10 (EAN-13). */
export function withCheckDigit13(body: string): string {
  const sum = Array.from(body).reduce((all, digit, i) => all + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}
