import type { CleanDocument } from '../../clean/document.ts';
import { compileRegex } from '../../url/regex.ts';
import type { CompiledFilter } from './filter.ts';
import { ruleFilter } from './rule.ts';

/** A condition on one field. Without `matches`, the field must have a value. */
export type MetadataRule = {
  /** A meta element, a field mapped by `metadata.fields`, or a property of the document; in any case. A trailing `*` matches any ending. */
  field: string;
  /** Regular expression that one of the values must match. */
  matches?: string | undefined;
  /** Inverts the condition. */
  not?: boolean | undefined;
};

/** Conditions that a page must all meet. */
export type MetadataFilter = {
  metadata: readonly MetadataRule[];
  /** `accept`: a page that meets them is relevant. `require`: a page that does not is off-topic; the next filters judge the others. */
  action?: 'accept' | 'require' | undefined;
  /** `all`: a page that does not meet them leads on: its links are followed. */
  follow?: 'all' | 'topic' | undefined;
};

/** Properties of a document that a rule may name besides meta elements. */
const PROPERTIES = ['title', 'author', 'date', 'modified', 'publisher', 'description', 'language', 'genre'] as const;

type CompiledRule = { text: string; holds: (document: CleanDocument) => boolean };

export function compileMetadata({ metadata, action = 'accept', follow = 'topic' }: MetadataFilter): CompiledFilter {
  const rules = metadata.map(compileRule);
  const met = rules.map(({ text }) => text).join(', ');
  return ruleFilter({
    name: 'metadata',
    canAccept: action === 'accept',
    answer(document) {
      const failed = rules.find(({ holds }) => !holds(document));
      if (!failed) return action === 'accept' ? { verdict: 'relevant', why: met } : { passes: true, why: met };
      const why = `not met: ${failed.text}`;
      if (follow === 'all') return { verdict: 'leads-on', why: `${why}; its links are followed` };
      return action === 'require' ? { verdict: 'off-topic', why } : { why };
    },
  });
}

function compileRule({ field, matches, not = false }: MetadataRule): CompiledRule {
  const name = field.toLowerCase();
  const test = matches === undefined ? () => true : compileRegex(matches);
  const does =
    matches === undefined ? (not ? 'is missing' : 'exists') : `${not ? 'does not match' : 'matches'} ${matches}`;
  return {
    text: `${field} ${does}`,
    holds: (document) => valuesOf(document, name).some((value) => value.trim() !== '' && test(value)) !== not,
  };
}

/** Returns the values of a field. @param name in lower case */
function valuesOf(document: CleanDocument, name: string): string[] {
  const covers = name.endsWith('*')
    ? (key: string) => key.startsWith(name.slice(0, -1))
    : (key: string) => key === name;
  const values = Object.entries(document.metadata).flatMap(([key, of]) => (covers(key) ? of : []));
  for (const [key, of] of Object.entries(document.fields ?? {}))
    if (covers(key.toLowerCase()))
      values.push(...of.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))));
  for (const key of PROPERTIES) if (covers(key) && document[key]) values.push(document[key]);
  if (covers('type')) values.push(document.mimeType);
  if (covers('keywords')) values.push(...document.keywords);
  return values;
}
