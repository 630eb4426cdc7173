/**
 * Grammars for metadata values with several parts in one string, such as `mh-70211;2001p4;flexibel;full;2280;sv;dag`. Grammars are
 * data, so a crawl can define its own.
 */

/** A part of a value. `of` lists the alternatives, separated by `|`: literal words, or kinds in angle brackets. */
export type GrammarPart = { name: string; of: string };
export type Grammar = { separator: string; parts: readonly GrammarPart[] };

/** A parsed value. If it does not match the grammar, `reason` says why and `parts` is absent. */
export type ParsedValue = { text: string; parts?: Record<string, string>; reason?: string };

/** Patterns of the kinds; all take linear time. `period` is a fifth of a year, such as `2002p1`. */
const KINDS: Record<string, RegExp> = {
  id: /^[\p{L}\p{N}_.:-]*$/u,
  digits: /^\d+$/,
  number: /^[+-]?\d+(?:[.,]\d+)?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  period: /^20\d\dp[1-5]$/,
  text: /^[\p{L}\p{M}\p{N} ,.'’:()/–-]*$/u,
  any: /^/,
};

/** Names of the kinds that a grammar may use. */
export const KIND_NAMES: readonly string[] = Object.keys(KINDS);

/** Courses of Swedish universities, in the format of Studera.Nu. */
export const COURSE_EVENT: Grammar = {
  separator: ';',
  parts: [
    { name: 'eventid', of: '<id>' },
    { name: 'period', of: '<period>' },
    { name: 'coursetype', of: 'bunden|flexibel' },
    { name: 'intensity', of: 'low|medium|high|full|flexibel' },
    { name: 'location', of: '<digits>|flexibel' },
    { name: 'language', of: 'sv|en' },
    { name: 'time', of: '<text>' },
  ],
};

/** Returns an error message if the alternatives of a part are invalid, otherwise undefined. */
export function grammarError(of: string): string | undefined {
  for (const one of of.split('|')) {
    if (one === '') return 'an alternative is empty';
    const kind = /^<(.*)>$/.exec(one)?.[1];
    if (kind !== undefined && !Object.hasOwn(KINDS, kind))
      return `no kind <${kind}>: there are ${KIND_NAMES.map((name) => `<${name}>`).join(' ')}`;
  }
  return undefined;
}

/** Parses a value. @param text a separator at its end is ignored */
export function parseGrammarValue(text: string, { separator, parts }: Grammar): ParsedValue {
  const trimmed = text.trim();
  const whole = trimmed.endsWith(separator) ? trimmed.slice(0, -separator.length) : trimmed;
  const values = whole.split(separator).map((value) => value.trim());
  if (values.length !== parts.length)
    return { text: whole, reason: `${values.length} parts instead of ${parts.length}` };
  const found: Record<string, string> = Object.create(null);
  for (const [i, { name, of }] of parts.entries()) {
    const value = values[i] as string;
    if (!isOneOf(value, of)) return { text: whole, reason: `${name}: ${value.slice(0, 40)} is not ${of}` };
    found[name] = value;
  }
  return { text: whole, parts: { ...found } };
}

function isOneOf(value: string, of: string): boolean {
  return of.split('|').some((one) => {
    const kind = /^<(.*)>$/.exec(one)?.[1];
    return kind === undefined ? one === value : (KINDS[kind]?.test(value) ?? false);
  });
}
