/**
 * Values of metadata that are several in one string, parted by a sign, each of a closed form:
 * `mh-70211;2001p4;flexibel;full;2280;sv;dag`. A grammar is data, so that a crawl can bring its own.
 */

/** `of`: what the part may be, as alternatives parted by `|`: words as they are, or kinds in angle brackets. */
export type GrammarPart = { name: string; of: string };
export type Grammar = { separator: string; parts: readonly GrammarPart[] };

/** A value that was parsed; `reason` says why it was not, and then there are no parts. */
export type ParsedValue = { text: string; parts?: Record<string, string>; reason?: string };

/** None of them can take more than linear time, whatever a page says. `period`: a fifth of a year, as `2002p1`. */
const KINDS: Record<string, RegExp> = {
  id: /^[\p{L}\p{N}_.:-]*$/u,
  digits: /^\d+$/,
  number: /^[+-]?\d+(?:[.,]\d+)?$/,
  date: /^\d{4}-\d\d-\d\d$/,
  period: /^20\d\dp[1-5]$/,
  text: /^[\p{L}\p{M}\p{N} ,.'’:()/–-]*$/u,
  any: /^/,
};

export const KIND_NAMES: readonly string[] = Object.keys(KINDS);

/** Courses of higher education in Sweden, as Studera.Nu had them. */
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

/** @returns what is wrong with an alternative of a grammar, for people; nothing: it is well. */
export function grammarError(of: string): string | undefined {
  for (const one of of.split('|')) {
    if (one === '') return 'an alternative is empty';
    const kind = /^<(.*)>$/.exec(one)?.[1];
    if (kind !== undefined && !Object.hasOwn(KINDS, kind))
      return `no kind <${kind}>: there are ${KIND_NAMES.map((name) => `<${name}>`).join(' ')}`;
  }
  return undefined;
}

/** @param text a separator at its end is dropped. */
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
