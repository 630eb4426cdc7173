/** Conditions on parts of the values of mapped fields: `event.period:2002p1`. */
import type { FieldGrammars } from '../../index/field-parts.ts';
import type { IndexCondition } from '../../ports/index-condition.ts';

type Parts = Extract<IndexCondition, { match: 'parts' }>;

/**
 * Maximum length of the values of one condition together, in UTF-16 units. Stored values are not longer, so no value has more; and the engine
 * limits the length of a regular expression.
 */
const MAX_LENGTH = 200;

/** Returns the names of parts as a query has them: `event.period`. */
export const partNames = (grammars: FieldGrammars): string[] =>
  Object.entries(grammars).flatMap(([field, { parts }]) => parts.map((part) => `${field}.${part}`));

/**
 * Returns the condition that a value has a part.
 *
 * @param name one of `partNames`, in any case
 */
export function partCondition(name: string, value: string, grammars: FieldGrammars): IndexCondition {
  for (const [field, { separator, parts }] of Object.entries(grammars)) {
    const at = parts.findIndex((part) => `${field}.${part}`.toLowerCase() === name.toLowerCase());
    if (at === -1) continue;
    const text = value.replace(/\s+/g, ' ').trim();
    if (text.length > MAX_LENGTH || text.includes(separator)) return { match: 'none' };
    return { match: 'parts', field, separator, parts: parts.map((_, i) => (i === at ? [text] : null)) };
  }
  return { match: 'none' };
}

/**
 * Joins conditions on parts of the same field, so that one value must meet them. `and`: on different parts. `or`: on the same part.
 * Two values of one part are two values of the field.
 */
export function mergeParts(match: 'and' | 'or', conditions: readonly IndexCondition[]): IndexCondition[] {
  const merged: IndexCondition[] = [];
  for (const condition of conditions) {
    const i = merged.findIndex((other) => merge(match, other, condition) !== undefined);
    if (i === -1) merged.push(condition);
    else merged[i] = merge(match, merged[i]!, condition)!;
  }
  return merged;
}

function merge(match: 'and' | 'or', one: IndexCondition, other: IndexCondition): Parts | undefined {
  if (one.match !== 'parts' || other.match !== 'parts' || one.field !== other.field) return undefined;
  const isMergeable =
    match === 'and'
      ? one.parts.every((accepted, i) => accepted === null || other.parts[i] === null)
      : one.parts.every((accepted, i) => (accepted === null) === (other.parts[i] === null)) && isOnePart(one);
  if (!isMergeable) return undefined;
  const parts = one.parts.map((accepted, i) => {
    const more = other.parts[i] ?? null;
    return accepted === null ? more : [...accepted, ...(more ?? [])];
  });
  return parts.flatMap((accepted) => accepted ?? []).join('').length > MAX_LENGTH ? undefined : { ...one, parts };
}

const isOnePart = ({ parts }: Parts): boolean => parts.filter((accepted) => accepted !== null).length === 1;
