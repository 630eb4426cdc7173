/** Parses number format codes of spreadsheets (ECMA-376, 18.8.31) to sections of tokens. */

/** A piece of a format. `text`: literal text for `text`, else the code of the piece. */
export type FormatToken = { kind: TokenKind; text: string };
type TokenKind = 'text' | 'date' | 'elapsed' | 'noon' | 'exponent' | 'general' | 'digit' | 'sign';

/** A section of a format. Without a condition its position decides for which numbers it is used. */
export type FormatSection = { tokens: FormatToken[]; condition: { sign: string; operand: number } | undefined };

const TOKEN =
  /"([^"]*)"?|\\(.)|\[\$([^\]-]*)[^\]]*\]|(\[(?:h+|m+|s+)\])|\[([<>=]{1,2})(-?[\d.]+)\]|\[[^\]]*\]|_.|\*.|(AM\/PM|A\/P)|(General)|(E[+-])|(y+|m+|d+|h+|s+(?:\.0+)?)|([0#?])|([.,%/@;])|(.)/gisu;

/** Splits a format code at its semicolons, and each section into tokens. */
export function parseSections(code: string): FormatSection[] {
  const sections: FormatSection[] = [{ tokens: [], condition: undefined }];
  for (const [
    whole,
    quoted,
    escaped,
    symbol,
    elapsed,
    sign,
    operand,
    noon,
    general,
    exponent,
    date,
    digit,
    special,
    other,
  ] of code.matchAll(TOKEN)) {
    const section = sections.at(-1)!;
    const add = (kind: TokenKind, text: string) => section.tokens.push({ kind, text });
    if (special === ';') sections.push({ tokens: [], condition: undefined });
    else if (sign !== undefined) section.condition = { sign, operand: Number(operand) };
    else if (elapsed !== undefined) add('elapsed', elapsed.slice(1, -1).toLowerCase());
    else if (noon !== undefined) add('noon', noon);
    else if (general !== undefined) add('general', '');
    else if (exponent !== undefined) add('exponent', exponent);
    else if (date !== undefined) add('date', date.toLowerCase());
    else if (digit !== undefined) add('digit', digit);
    else if (special !== undefined) add('sign', special);
    // `_x` is a space as wide as `x`.
    else add('text', quoted ?? escaped ?? symbol ?? other ?? (whole.startsWith('_') ? ' ' : ''));
  }
  return sections;
}
