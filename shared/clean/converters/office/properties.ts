/** Document properties in the vocabulary of Dublin Core, which Office, OpenDocument and EPUB share. */
import type { Converted } from '../../../ports/converter.ts';
import { normalizeDate } from '../../metadata/dates/normalize-date.ts';
import { joinAuthors } from '../document-author.ts';
import { addProperty, type DocumentProperties, newProperties } from '../document-properties.ts';
import { attributeOf, readMarkup } from '../markup.ts';
import { isTemplateTime, ownDescription } from '../program-defaults.ts';

/** The fields of a converted document that come from its properties. */
export type ConvertedProperties = Pick<
  Converted,
  'title' | 'author' | 'date' | 'modified' | 'description' | 'keywords' | 'language' | 'metadata'
>;

/** Maximum length of a properties file that is read, in UTF-16 units. */
const MAX_PROPERTIES_LENGTH = 1_000_000;

/**
 * Reads the text of each element, by the lower-case name of the element.
 * @param files XML files with properties; undefined if the package lacks the file
 */
export function readProperties(...files: (string | undefined)[]): ConvertedProperties {
  const values = newProperties();
  for (const file of files) {
    let name = '';
    let text = '';
    readMarkup(file?.slice(0, MAX_PROPERTIES_LENGTH) ?? '', {
      open(opened, attributes) {
        name = propertyName(opened, attributes);
        text = '';
        // EPUB 2 writes the values of its own properties as attributes.
        if (opened === 'meta') addProperty(values, name, attributeOf(attributes, 'content') ?? '');
      },
      close() {
        if (name !== '') addProperty(values, name, text);
        name = '';
        text = '';
      },
      text(more) {
        text += more;
      },
    });
  }
  return mapProperties(values);
}

/** Roles of creators in EPUB that are no authors (MARC relators): illustrator, translator, cover designer … */
const OTHER_ROLES = new Set(['ill', 'trl', 'cov', 'pht', 'nrt', 'bkp', 'bkd', 'com', 'aui', 'aft', 'art']);

/** Returns the name of a property. User-defined properties, and those of EPUB 3, are named by an attribute. */
function propertyName(element: string, attributes: string): string {
  if (element === 'user-defined') return attributeOf(attributes, 'name') ?? element;
  if (element === 'meta')
    return (attributeOf(attributes, 'property') ?? attributeOf(attributes, 'name') ?? element).replace(/^dcterms:/, '');
  return element === 'creator' && OTHER_ROLES.has(attributeOf(attributes, 'role') ?? '') ? 'contributor' : element;
}

/** Maps property names to the fields of a converted document. `metadata` keeps all properties. */
export function mapProperties(values: DocumentProperties): ConvertedProperties {
  const first = (...names: string[]) => names.map((name) => values[name]?.[0]).find((value) => value) ?? null;
  const firstDate = (...names: string[]) => {
    const text = first(...names) ?? '';
    return isTemplateTime(text) ? null : parseDate(text);
  };
  // In OpenDocument, the creator is the last person who changed the document.
  return {
    title: first('title'),
    author: joinAuthors(values['initial-creator'] ?? values['creator'] ?? []) || null,
    date: firstDate('created', 'creation-date', 'date'),
    modified: firstDate('modified', 'date'),
    description: ownDescription(first('description')),
    keywords: [...(values['keywords'] ?? []), ...(values['keyword'] ?? []), ...(values['subject'] ?? [])].flatMap(
      splitKeywords,
    ),
    language: first('language'),
    metadata: { ...values },
  };
}

/** Parses a date. Books often have a year only. OpenDocument writes nanoseconds, which are cut to milliseconds. */
const parseDate = (text: string): string | null =>
  /^[12]\d{3}$/.test(text) ? text : normalizeDate(text.replace(/(\.\d{3})\d+/, '$1'));

/** Splits keywords at commas and semicolons. */
export function splitKeywords(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
