import type { Annotation } from '../ports/annotation-store.ts';
import { cleanAnnotationText } from './annotation-text.ts';
import { normalizeName, PERSON_NAME, PERSON_NAME_RULE } from './person-name.ts';

/** An annotation as programs get it. Fields may be added, never renamed. */
export type AnnotationJson = {
  id: string;
  crawl: string;
  /** URL of the page when the annotation was added, and the id of its record then. */
  url: string;
  record: string;
  author: string;
  text: string;
  /** ISO 8601. */
  createdAt: string;
  /** When the text was changed last. ISO 8601; absent: never. */
  changedAt?: string;
};

/** Converts an annotation for JSON: its times become ISO 8601. */
export const annotationJson = ({ createdAt, changedAt, ...rest }: Annotation): AnnotationJson => ({
  ...rest,
  createdAt: new Date(createdAt).toISOString(),
  ...(changedAt !== undefined && { changedAt: new Date(changedAt).toISOString() }),
});

/** Maximum length of the URL of a page, in UTF-16 units, as in requests of the admin API. */
const MAX_URL = 8_000;
/** Ids of annotations and of records. */
export const ID = /^[\w-]{1,128}$/;

/**
 * Reads what `annotationJson` has written.
 *
 * @param crawl the crawl that gets it
 * @throws Error naming the faulty field
 */
export function readAnnotation(value: unknown, crawl: string): Annotation {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('expected an object');
  const given = value as Record<string, unknown>;
  const field = (name: string, test: (text: string) => boolean, expects: string): string => {
    const text = given[name];
    if (typeof text !== 'string' || !test(text)) throw new Error(`${name}: expected ${expects}`);
    return text;
  };
  const time = (name: string) =>
    Date.parse(field(name, (text) => !Number.isNaN(Date.parse(text)), 'a time (ISO 8601)'));
  const cleaned = cleanAnnotationText(field('text', () => true, 'a string'));
  if ('fault' in cleaned) throw new Error(`text: is ${cleaned.fault === 'empty' ? 'empty' : 'too long'}`);
  return {
    id: field('id', (text) => ID.test(text), 'letters, digits, _ and -, at most 128'),
    crawl,
    url: field('url', (text) => text.length <= MAX_URL && URL.canParse(text), 'a URL'),
    record: field('record', (text) => ID.test(text), 'the id of a record'),
    author: normalizeName(field('author', (text) => PERSON_NAME.test(normalizeName(text)), PERSON_NAME_RULE)),
    text: cleaned.text,
    createdAt: time('createdAt'),
    ...(given['changedAt'] !== undefined && { changedAt: time('changedAt') }),
  };
}
