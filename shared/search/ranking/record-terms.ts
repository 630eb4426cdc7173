import { TEXT_FIELDS, textsOf } from '../../index/text-fields.ts';
import type { TextField } from '../../ports/index-condition.ts';
import type { SearchRecord } from '../../ports/search-record.ts';
import { analyze, eachWord } from '../../text/analysis/analyze.ts';
import { analysisLanguage } from '../../text/analysis/language.ts';

/** The analysed texts of a record: the terms of each field with its weight, and the number of terms. */
export type RecordTerms = { fields: { weight: number; terms: string[] }[]; length: number };

/** How often an occurrence counts. */
const WEIGHTS: Readonly<Record<TextField, number>> = {
  title: 3,
  headings: 1,
  text: 1,
  author: 1,
  anchors: 2,
  abstract: 1,
  keywords: 1,
};

/** Part of a text that is read to rank it, in UTF-16 units: analysing 50 records takes at most about 60 ms. */
const MAX_RANKED_LENGTH = 64_000;

/** Analyses the texts of a record as the index does. */
export function termsOfRecord(record: SearchRecord): RecordTerms {
  const texts = textsOf(record);
  const fields = TEXT_FIELDS.map((field) => ({
    weight: WEIGHTS[field],
    terms: analyze(texts[field].slice(0, MAX_RANKED_LENGTH), record.language),
  }));
  return { fields, length: fields.reduce((sum, { terms }) => sum + terms.length, 0) };
}

/** Returns the terms of the title, in their order. */
export const titleTerms = ({ fields }: RecordTerms): readonly string[] => fields[TEXT_FIELDS.indexOf('title')]!.terms;

/** Returns the part of the text that is not read to rank it; empty for most records. */
export const unrankedText = ({ text }: SearchRecord): string => text.slice(MAX_RANKED_LENGTH);

/** Returns whether a text has one of the forms of each term. */
export function hasTerms(text: string, language: string, wanted: readonly { forms: readonly string[] }[]): boolean {
  const open = new Set(wanted);
  const termsOf = new Map(wanted.flatMap((term) => term.forms.map((form) => [form, term] as const)));
  eachWord(text, analysisLanguage(language), (word) => {
    const term = termsOf.get(word);
    if (term) open.delete(term);
  });
  return open.size === 0;
}

/** Returns how often a record has each of the wanted terms, weighted by field. Terms that it lacks are left out. */
export function countTermsOf({ fields }: RecordTerms, wanted: (term: string) => boolean): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { weight, terms } of fields)
    for (const term of terms) if (wanted(term)) counts.set(term, (counts.get(term) ?? 0) + weight);
  return counts;
}

/** Returns how often a record has words one after the other, weighted by field. */
export function countPhrase({ fields }: RecordTerms, phrase: readonly string[]): number {
  let count = 0;
  for (const { weight, terms } of fields)
    for (const [i, term] of terms.entries())
      if (term === phrase[0] && phrase.every((word, k) => terms[i + k] === word)) count += weight;
  return count;
}
