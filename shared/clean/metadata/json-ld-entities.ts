/** Reads the entities that a page describes in JSON-LD (schema.org), with a fixed set of properties as strings. */

import { isJsonObject } from '../../text/json-values.ts';
import { foldWhitespace } from '../../text/whitespace.ts';
import type { Thing } from '../document-fields.ts';
import type { JsonLdScript } from './json-ld.ts';

const FIELDS: readonly string[] = [
  ...[
    'name',
    'headline',
    'description',
    'abstract',
    'url',
    'identifier',
    'inLanguage',
    'keywords',
    'author',
    'creator',
  ],
  ...['publisher', 'provider', 'organizer', 'performer', 'datePublished', 'dateModified', 'dateCreated', 'startDate'],
  ...['endDate', 'location', 'eventStatus', 'eventAttendanceMode', 'courseCode', 'educationalLevel', 'teaches'],
  ...[
    'hasCourseInstance',
    'courseMode',
    'about',
    'articleSection',
    'license',
    'isAccessibleForFree',
    'genre',
    'isPartOf',
  ],
];
/** Types of page furniture, which are skipped. */
const IGNORED_TYPES =
  /^(?:BreadcrumbList|ListItem|ImageObject|SearchAction|ReadAction|EntryPoint|SiteNavigationElement|WPHeader|WPFooter)$/;

/** Maximum number of entities. */
const MAX_THINGS = 20;
/** Maximum number of values that are searched. */
const MAX_VISITED = 1_000;
/** Maximum length of a value, in UTF-16 units. */
const MAX_VALUE_LENGTH = 500;
/** Maximum number of values of a property. */
const MAX_VALUES = 20;

/** Returns entities in page order, including those in lists, in `@graph` and in main entities. */
export function readThings(scripts: readonly JsonLdScript[]): Thing[] {
  const found: Thing[] = [];
  for (const { root } of scripts) {
    const queue: unknown[] = [root];
    for (let i = 0; i < queue.length && i < MAX_VISITED && found.length < MAX_THINGS; i++) {
      const one = queue[i];
      if (Array.isArray(one)) queue.push(...one.slice(0, MAX_VISITED));
      else if (isJsonObject(one)) {
        const thing = readThing(one);
        if (thing) found.push(thing);
        for (const key of ['@graph', 'mainEntity', 'mainEntityOfPage', 'itemListElement', 'item'])
          if (typeof one[key] === 'object') queue.push(one[key]);
      }
    }
  }
  return found;
}

function readThing(object: Record<string, unknown>): Thing | undefined {
  const type = [object['@type']].flat().find((name) => typeof name === 'string' && name !== '');
  if (typeof type !== 'string') return undefined;
  const plain = type.replace(/^https?:\/\/schema\.org\//i, '').slice(0, 100);
  if (IGNORED_TYPES.test(plain)) return undefined;
  const thing: Thing = { type: plain };
  for (const field of FIELDS) {
    const property = object[field];
    if (property === undefined) continue;
    const values = (Array.isArray(property) ? property : [property]).slice(0, MAX_VALUES).flatMap(textOf);
    if (values.length > 0) thing[field] = values.length === 1 ? (values[0] as string) : values;
  }
  // A page such as `QAPage` may have nothing but its main entity.
  return Object.keys(thing).length > 1 || isJsonObject(object['mainEntity']) ? thing : undefined;
}

/** Returns a property as text. A nested entity is represented by its name, otherwise by its URL. */
function textOf(value: unknown): string[] {
  if (typeof value === 'string')
    return [foldWhitespace(value.slice(0, MAX_VALUE_LENGTH), false)].filter((text) => text !== '');
  if (typeof value === 'number' || typeof value === 'boolean') return [`${value}`];
  if (!isJsonObject(value)) return [];
  const named = value['name'] ?? value['startDate'] ?? value['@id'] ?? value['url'];
  return typeof named === 'string' ? textOf(named) : [];
}
