/**
 * Records of the Government Information Locator Service (GILS, version 2) in XML. The elements have the names of the tag set that Zebra
 * ships (`gils.tag`), so that Zebra serves them through Z39.50 with the tag paths of the profile.
 */
import type { Fields, FieldValue } from '../../shared/clean/document-fields.ts';
import type { CatalogueRecord } from '../../web/formats/catalogue-record.ts';
import { authorsOf } from '../../web/formats/entry.ts';
import { oneLine } from '../../web/formats/plain-text.ts';
import { element, elementOf } from '../../web/formats/xml.ts';

/** What a GILS record is made of: an exported record, or a record of the index. */
export type GilsSource = Pick<
  CatalogueRecord,
  'id' | 'url' | 'urls' | 'title' | 'author' | 'date' | 'language' | 'description' | 'publisher' | 'keywords'
> &
  Pick<CatalogueRecord, 'mimeType' | 'classes' | 'fetchedAt'> & {
    about?: { licence?: string | null; site?: string | null };
    /** Fields that the crawl maps from meta elements. The names that Studera.Nu uses have elements of their own. */
    fields?: Fields;
  };

export const gilsHead = '<?xml version="1.0" encoding="UTF-8"?>\n<records>\n';

export const gilsEnd = '</records>\n';

/** Writes a record as an element of one line. */
export const gilsRecord = (record: GilsSource, crawl: string): string =>
  `<gils>${gilsElements(record, crawl)}</gils>\n`;

/**
 * Writes the elements of a record in the order of the profile. Unknown values have no element. `profession`, the second vocabulary of
 * Studera.Nu, is a local element, because the profile has no element for it.
 */
export function gilsElements(record: GilsSource, crawl: string): string {
  const { id, url, title, description, publisher, keywords, date, language, mimeType, about, fetchedAt } = record;
  const values = (...names: string[]): string[] =>
    names.flatMap((name) => textsOf(record.fields?.[name] ?? [])).filter((text) => text !== '');
  const distributors = values('distributor', 'publisher');
  const controlled = [...record.classes.map((one) => one.class), ...values('controlledTerms')];
  const declaredBy = oneLine(publisher ?? '');
  const distributedBy = distributors.length > 0 || declaredBy === '' ? distributors : [declaredBy];
  return [
    element('title', values('title')[0] ?? oneLine(title ?? url)),
    element('originator', oneLine(about?.site ?? declaredBy)),
    each('author', authorsOf(record)),
    element('dateOfPublication', date ?? undefined),
    element('languageOfResource', language === 'und' ? undefined : language),
    element('abstract', oneLine(description ?? '')),
    elementOf('controlledSubjectIndex', [elementOf('subjectTermsControlled', [each('controlledTerm', controlled)])]),
    elementOf('subjectTermsUncontrolled', [
      each(
        'uncontrolledTerm',
        keywords.filter((word) => !controlled.includes(word)),
      ),
    ]),
    each('profession', values('profession')),
    elementOf('availability', [
      each('medium', values('medium')),
      ...once(distributedBy).map((name) => elementOf('distributor', [element('name', name)])),
      elementOf('orderProcess', [each('orderInformation', values('event'))]),
      ...once([...values('linkage'), ...record.urls]).map((linkage) =>
        elementOf('availableLinkage', [element('linkageType', mimeType), element('linkage', linkage)]),
      ),
    ]),
    elementOf('accessConstraints', [each('generalAccessConstraints', values('accessConstraint', 'accessConstraints'))]),
    element('useConstraints', oneLine(about?.licence ?? '')),
    each('purpose', values('purpose')),
    element('controlIdentifier', id),
    each('originalControlIdentifier', values('originalId')),
    element('recordSource', crawl),
    element('dateOfLastModification', fetchedAt.slice(0, 'YYYY-MM-DD'.length)),
  ].join('');
}

/** Returns the texts of the values of a field: of a value with parts, the whole text. */
const textsOf = (values: readonly FieldValue[]): string[] =>
  values.map((value) => oneLine(typeof value === 'object' ? value.text : String(value)));

const once = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Writes an element for each different text. */
const each = (name: string, texts: readonly string[]): string =>
  once(texts.map(oneLine))
    .map((text) => element(name, text))
    .join('');
