import { analysisLanguage } from '../../text/analysis/language.ts';
import { compiledByLanguages } from './by-languages.ts';
import { languagesOfScript } from './script-languages.ts';

/** Groups of single words that a search takes for each other. */
export type SynonymGroups = readonly (readonly string[])[];

/** Forms of words in the index → the groups of the word, each with the forms of all of its words. */
export type Synonyms = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Maximum number of forms that a group adds to a word: a fifth of what all words of a query may have. */
const MAX_ADDED_FORMS = 40;

const NONE: Synonyms = new Map();

const compiled = compiledByLanguages<SynonymGroups, Synonyms>();

/** @param languageCodes languages in which queries are read, ISO 639-1 */
export function synonymsIn(groups: SynonymGroups, languageCodes: readonly string[]): Synonyms {
  if (groups.length === 0) return NONE;
  return compiled(groups, languageCodes, (codes) => compile(groups, codes));
}

function compile(groups: SynonymGroups, languageCodes: readonly string[]): Synonyms {
  const synonyms = new Map<string, string[][]>();
  for (const group of groups) {
    const forms = [...new Set(group.flatMap((word) => wordForms(word, languageCodes)))];
    for (const form of forms) {
      const known = synonyms.get(form);
      if (known) known.push(forms);
      else synonyms.set(form, [forms]);
    }
  }
  return synonyms;
}

/** Returns the forms of a written word in the index: in every language of the query, in those of its script, unstemmed, and the other forms of each. */
export function wordForms(word: string, languageCodes: readonly string[]): string[] {
  const languages = [...languageCodes.map(analysisLanguage), ...languagesOfScript(word, languageCodes)];
  const forms = [...languages, analysisLanguage('und')].map((language) => language.word(word));
  const others = languages.flatMap((language, i) => (forms[i] === '' ? [] : language.otherForms(forms[i]!)));
  return [...new Set([...forms, ...others])].filter((form) => form !== '');
}

/** Returns the forms of a word, and behind them those of its synonyms. */
export function withSynonyms(forms: readonly string[], synonyms: Synonyms): string[] {
  if (synonyms.size === 0) return [...forms];
  const known = new Set(forms);
  for (const added of forms.flatMap((form) => synonyms.get(form) ?? []).flat()) {
    if (known.size >= forms.length + MAX_ADDED_FORMS) break;
    known.add(added);
  }
  return [...known];
}
