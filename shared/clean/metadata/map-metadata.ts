/** Maps meta elements to fields of a record by the rules in the settings. */

import type { Fields, FieldValue, MetaElement } from '../document-fields.ts';
import { normalizeDate } from './dates/normalize-date.ts';
import { COURSE_EVENT, type Grammar, parseGrammarValue } from './value-grammar.ts';

export type FieldRule = {
  /** Name of the meta element; case is ignored. */
  meta: string;
  /** Scheme of the element; case is ignored. Default: any scheme or none. */
  scheme?: string | undefined;
  /** Name of the field; several rules may fill one. */
  field: string;
  /** `text`, `list` (separated by commas or semicolons), `number`, `date`, `url`, or the name of a grammar. */
  type: string;
};

/** Rules that map metadata to fields, and the grammars that they name. */
export type FieldRules = { rules: readonly FieldRule[]; grammars: Readonly<Record<string, Grammar>> };

export const NO_FIELD_RULES: FieldRules = { rules: [], grammars: {} };

/** Built-in grammars. */
export const GRAMMARS: Readonly<Record<string, Grammar>> = { 'course-event': COURSE_EVENT };

/** Types of fields other than grammars. */
export const PLAIN_TYPES = ['text', 'list', 'number', 'date', 'url'] as const;

/** Maximum number of values of a field, and maximum length of a value in UTF-16 units. */
const MAX_VALUES = 200;
const MAX_VALUE_LENGTH = 2_000;

/** Returns the fields that have values, in page order. Values that do not fit their type are dropped. */
export function mapMetadata(metas: readonly MetaElement[], { rules, grammars }: FieldRules, url: string): Fields {
  const fields: Fields = Object.create(null);
  if (rules.length === 0) return {};
  for (const { name, content, scheme } of metas)
    for (const rule of rules) {
      if (rule.meta.toLowerCase() !== name || !hasScheme(rule, scheme) || content === '') continue;
      const values = convertContent(content.slice(0, MAX_VALUE_LENGTH), rule.type, grammars, url);
      const known = fields[rule.field] ?? [];
      fields[rule.field] = known;
      for (const value of values) if (known.length < MAX_VALUES && !isKnown(known, value)) known.push(value);
    }
  return Object.fromEntries(Object.entries(fields).filter(([, values]) => values.length > 0));
}

function hasScheme({ scheme: wanted }: FieldRule, scheme: string | undefined): boolean {
  return wanted === undefined || wanted.toLowerCase() === scheme?.toLowerCase();
}

function isKnown(known: readonly FieldValue[], value: FieldValue): boolean {
  return known.some((one) => textOf(one) === textOf(value));
}

const textOf = (value: FieldValue): string => (typeof value === 'object' ? value.text : `${value}`);

function convertContent(content: string, type: string, grammars: FieldRules['grammars'], url: string): FieldValue[] {
  switch (type) {
    case 'text':
      return [content];
    case 'list':
      return content.split(/[,;]/).flatMap((part) => part.trim() || []);
    case 'number': {
      const number = /^\s*[+-]?\d[\d\s]*(?:[.,]\d+)?/.exec(content)?.[0].replace(/\s/g, '').replace(',', '.');
      return number === undefined ? [] : [Number(number)];
    }
    case 'date':
      return [normalizeDate(content)].filter((date) => date !== null);
    case 'url':
      return [URL.parse(content, url)?.href].filter((href) => href !== undefined);
    default: {
      const grammar = grammars[type] ?? GRAMMARS[type];
      return grammar ? [parseGrammarValue(content, grammar)] : [content];
    }
  }
}
