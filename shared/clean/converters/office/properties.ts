/** Document properties in the vocabulary of Dublin Core, which Office, OpenDocument and EPUB share. */
import type { Converted } from '../../../ports/converter.ts';
import { normalizeDate } from '../../metadata/normalize-date.ts';
import { addProperty, type DocumentProperties, newProperties } from '../document-properties.ts';
import { attributeOf, readMarkup } from '../markup.ts';

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
        name = opened === 'user-defined' ? (attributeOf(attributes, 'name') ?? opened) : opened;
        text = '';
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

/** Maps property names to the fields of a converted document. `metadata` keeps all properties. */
export function mapProperties(values: DocumentProperties): ConvertedProperties {
  const first = (...names: string[]) => names.map((name) => values[name]?.[0]).find((value) => value) ?? null;
  const firstDate = (...names: string[]) => normalizeDate(trimFraction(first(...names) ?? ''));
  const authors = values['creator'] ?? values['initial-creator'] ?? [];
  return {
    title: first('title'),
    author: authors.join('; ') || null,
    date: firstDate('created', 'creation-date', 'date'),
    modified: firstDate('modified', 'date'),
    description: first('description'),
    keywords: [...(values['keywords'] ?? []), ...(values['keyword'] ?? []), ...(values['subject'] ?? [])].flatMap(
      splitKeywords,
    ),
    language: first('language'),
    metadata: { ...values },
  };
}

/** Cuts fractions of a second to milliseconds: OpenDocument writes nanoseconds, which `normalizeDate` does not parse. */
const trimFraction = (text: string): string => text.replace(/(\.\d{3})\d+/, '$1');

/** Splits keywords at commas and semicolons. */
export function splitKeywords(text: string): string[] {
  return text
    .split(/[,;]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
