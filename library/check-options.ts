import { UsageError } from '../cli/command.ts';
import type { CrawlLocation } from '../cli/open-crawl.ts';
import { nearestWord } from '../shared/text/nearest-word.ts';

/** What `typeof` says of a valid value; `list` is an array, `strings` one of strings, `signal` an AbortSignal. */
type TypeName = 'string' | 'number' | 'boolean' | 'function' | 'object' | 'list' | 'strings' | 'signal';

/** Options of a program, whose values may be undefined. */
export type OrUndefined<Options> = { [Name in keyof Options]: Options[Name] | undefined };

/** The same options without undefined values. */
type Defined<Options> = { [Name in keyof Options]: Exclude<Options[Name], undefined> };

/** Types of all options of a function: the compiler finds one that is missing. */
export type OptionTypes<Options> = { readonly [Name in keyof Required<Options>]: TypeName };

/** Types of the options that name a folder and a crawl. */
export const PLACE_TYPES: OptionTypes<CrawlLocation> = { dir: 'string', name: 'string' };

/**
 * Checks options of a program. A compiler does not see all of them, and a misspelt one would have no effect: `records` would read all records
 * instead of some.
 *
 * @param what what the options are called in messages
 * @returns the options without those whose values are undefined, which count as absent
 * @throws UsageError that names each unknown option, and each value of another type
 */
export function checkOptions<Options extends object>(
  what: string,
  given: Options,
  types: OptionTypes<NoInfer<Options>>,
): Defined<Options> {
  if (typeOf(given) !== 'object') throw new UsageError(`${what}: must be an object`);
  const expected: Readonly<Record<string, TypeName>> = types;
  const faults = Object.entries(given).flatMap(([name, value]) => {
    if (!Object.hasOwn(expected, name)) return `${name}: ${unknown(name, Object.keys(expected))}`;
    const type = expected[name]!;
    return value === undefined || hasType(value, type) ? [] : `${name}: must be ${NOUNS[type]}`;
  });
  if (faults.length > 0) throw new UsageError(...faults);
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<Options>;
}

function hasType(value: unknown, type: TypeName): boolean {
  if (type === 'signal') return value instanceof AbortSignal;
  if (type === 'strings') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return typeOf(value) === type;
}

const NOUNS: Readonly<Record<TypeName, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  function: 'a function',
  object: 'an object',
  list: 'a list',
  strings: 'a list of strings',
  signal: 'an AbortSignal',
};

function typeOf(value: unknown): string {
  if (value === null || Number.isNaN(value)) return `${value}`;
  return Array.isArray(value) ? 'list' : typeof value;
}

function unknown(name: string, names: readonly string[]): string {
  const meant = nearestWord(name, names);
  return meant === undefined ? `unknown; the options are ${names.join(', ')}` : `unknown; did you mean ${meant}?`;
}
