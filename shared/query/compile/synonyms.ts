import { compiledByLanguages } from './by-languages.ts';
import { HYPHENATED_WORDS } from './hyphenated-words.ts';
import { joinWords } from './joined-words.ts';
import { wordsOfForm } from './query-terms.ts';
import { rawWords } from './raw-words.ts';
import { stopWordTest } from './stop-word-test.ts';
import { termForms, wordForms } from './term-forms.ts';

/** Groups of words, or of texts of several words, that a search takes for each other. */
export type SynonymGroups = readonly (readonly string[])[];

/**
 * A text of a group: the forms of each of its words, the number of its words with stop words, and the forms of all texts of the group. A form of
 * several words has blanks between them.
 */
type Synonym = { words: readonly (readonly string[])[]; length: number; group: readonly string[] };

/** Synonyms by each form of their first word. */
export type Synonyms = ReadonlyMap<string, readonly Synonym[]>;

/** Maximum number of forms that groups add to a word: a fifth of what all words of a query may have. */
const MAX_ADDED_FORMS = 40;

const NONE: SynonymGroups = [];

const compiled = compiledByLanguages<SynonymGroups, Synonyms>();

/**
 * Returns synonyms by their forms, and the words that are also written with a hyphen.
 *
 * @param languageCodes languages in which queries are read, ISO 639-1
 */
export function synonymsIn(groups: SynonymGroups, languageCodes: readonly string[]): Synonyms {
  return compiled(groups.length > 0 ? groups : NONE, languageCodes, (codes) => compile(groups, codes));
}

function compile(groups: SynonymGroups, codes: readonly string[]): Synonyms {
  const synonyms = new Map<string, Synonym[]>();
  const add = (texts: readonly string[], group: readonly string[]) => {
    for (const text of new Set(texts)) {
      const raw = rawWords(text);
      const words = contentWords(raw, codes).map((word) => wordForms(word, codes));
      for (const form of words[0] ?? []) {
        const known = synonyms.get(form);
        const synonym = { words, length: raw.length, group };
        if (known) known.push(synonym);
        else synonyms.set(form, [synonym]);
      }
    }
  };
  for (const texts of groups)
    add(
      texts.flatMap((one) => [one, joinWords(one)]),
      formsOf(texts, codes),
    );
  for (const word of HYPHENATED_WORDS) add([joinWords(word)], hyphenatedForms(word, codes));
  return synonyms;
}

/**
 * Returns the forms of a word with a hyphen, and those of the word in one. A language that has one of its parts as a stop word indexes the other part
 * alone (in Romanian `wi-fi` as `wi`), which is another word.
 */
function hyphenatedForms(word: string, codes: readonly string[]): string[] {
  const { length } = rawWords(word);
  const inOne = formsOf([joinWords(word)], codes);
  return formsOf([word], codes).filter((form) => wordsOfForm(form).length === length || inOne.includes(form));
}

/** Returns the forms of texts, each once. */
const formsOf = (texts: readonly string[], codes: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => termForms(text, codes)).map((words) => words.join(' '))),
];

/** Returns the words that a query is searched by: those that are no stop words, unless there are no others. */
function contentWords(raw: readonly string[], codes: readonly string[]): readonly string[] {
  const isStopWord = stopWordTest(raw, codes);
  const content = raw.filter((word) => !isStopWord(word));
  return content.length > 0 ? content : raw;
}

/**
 * Adds to the forms of the words of a query those of their synonyms. All words of a synonym of several words get the forms of its group: each
 * of them may be missing from a page with another text of the group.
 */
export function withSynonyms(words: readonly (readonly string[])[], synonyms: Synonyms): string[][] {
  const all = words.map((forms) => new Set(forms));
  for (const [i, forms] of words.entries())
    for (const { words: own, group } of new Set(forms.flatMap((form) => synonyms.get(form) ?? [])))
      if (own.every((known, k) => words[i + k]?.some((form) => known.includes(form))))
        for (let k = 0; k < own.length; k++) addForms(all[i + k]!, group, words[i + k]!.length + MAX_ADDED_FORMS);
  return all.map((forms) => [...forms]);
}

function addForms(forms: Set<string>, added: readonly string[], max: number): void {
  for (const form of added) if (forms.size < max) forms.add(form);
}

/** Returns whether a word is one of a text of the groups, in any of its forms. */
export function isSynonymWord(word: string, groups: SynonymGroups, codes: readonly string[]): boolean {
  const synonyms = synonymsIn(groups, codes);
  const forms = wordForms(word, codes);
  if (forms.some((form) => synonyms.has(form))) return true;
  return [...synonyms.values()].flat().some(({ words }) => words.some((own) => forms.some((one) => own.includes(one))));
}

/** Returns the forms of all texts of the groups that have a term as a whole. */
export function synonymsOfTerm(term: string, synonyms: Synonyms, codes: readonly string[]): string[] {
  const raw = rawWords(term);
  const words = contentWords(raw, codes).map((word) => wordForms(word, codes));
  const near = new Set((words[0] ?? []).flatMap((form) => synonyms.get(form) ?? []));
  const isSame = ({ words: own, length }: Synonym) =>
    length === raw.length &&
    own.length === words.length &&
    own.every((known, i) => words[i]!.some((form) => known.includes(form)));
  return [...new Set([...near].filter(isSame).flatMap(({ group }) => group))].slice(0, MAX_ADDED_FORMS);
}
