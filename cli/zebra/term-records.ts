import type { VocabularyTerm } from '../../shared/classify/vocabulary/read-vocabulary.ts';
import { element } from '../../web/formats/xml.ts';

/** Writes the terms of a vocabulary as records of Zthes: the id is the code, and top terms have the type TT. */
export function* termRecords(terms: readonly VocabularyTerm[]): Generator<string> {
  const byCode = new Map(terms.map((term) => [term.code, term]));
  const narrower = Map.groupBy(terms, ({ broader }) => broader);
  for (const term of terms) {
    const broader = term.broader === undefined ? undefined : byCode.get(term.broader);
    const relations = [
      ...(broader ? [relation('BT', broader)] : []),
      ...(narrower.get(term.code) ?? []).map((one) => relation('NT', one)),
    ];
    yield termRecord(term, broader ? 'PT' : 'TT', relations);
  }
}

/** Writes a record with all elements that are indexed, for `createDatabase`. */
export function completeTerm(code: string): string {
  const term = { code, path: [code], line: 1 };
  return termRecord(term, 'TT', [relation('NT', term)]);
}

/** Writes the record that deletes a term. */
export const deletedTerm = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<zthes>${element('termId', code)}</zthes>\n`;

const termRecord = (term: VocabularyTerm, type: 'TT' | 'PT', relations: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<zthes>${nameOf(term)}${element('termType', type)}${relations.join('')}</zthes>\n`;

const relation = (type: 'BT' | 'NT', term: VocabularyTerm): string =>
  `<relation>${element('relationType', type)}${nameOf(term)}</relation>`;

const nameOf = ({ code, path }: VocabularyTerm): string =>
  `${element('termId', code)}${element('termName', path.at(-1))}`;
