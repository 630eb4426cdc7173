import type { CleanDocument } from '../../clean/document.ts';
import type { FieldValue } from '../../clean/document-fields.ts';
import { adjustJudgements } from '../adjust-judgements.ts';
import type { ExplainingJudge } from '../judge.ts';
import { readVocabulary, VocabularyError } from './read-vocabulary.ts';

/** A vocabulary that is ready for look-ups. */
export type Vocabulary = {
  /** Name of the field whose values are terms: a mapped field, or `keywords`. */
  field: string;
  /** Class by code, and by label in lower case. */
  classes: ReadonlyMap<string, string>;
};

/** Maximum length of the name of a class, as in searches. */
const MAX_CLASS_LENGTH = 200;

/**
 * Compiles a vocabulary. The class of a term is the name of the field and the labels above it and of its own: `subject.Science.Botany`.
 * Labels lose their dots, because dots separate the levels of classes.
 *
 * @param file file name, for messages.
 * @throws VocabularyError
 */
export function compileVocabulary(field: string, text: string, file: string): Vocabulary {
  const classes = new Map<string, string>();
  const terms = readVocabulary(text, file).map(({ code, path, line }) => ({
    ...{ code, line, label: path.at(-1)! },
    name: [field, ...path.map(withoutDots)].join('.'),
  }));
  const tooLong = terms.filter(({ name }) => name.length > MAX_CLASS_LENGTH);
  if (tooLong.length > 0)
    throw new VocabularyError(
      tooLong.map(
        ({ line }) => `${file}:${line}: the labels down to this term have more than ${MAX_CLASS_LENGTH} characters`,
      ),
    );
  for (const { label, name } of terms.toReversed()) classes.set(keyOf(label), name);
  // A code prevails over an equal label of another term.
  for (const { code, name } of terms) classes.set(keyOf(code), name);
  return { field, classes };
}

/** Adds to relevant documents the classes of their terms, after those of the topic. */
export function withVocabularies(judge: ExplainingJudge, vocabularies: readonly Vocabulary[]): ExplainingJudge {
  if (vocabularies.length === 0) return judge;
  return adjustJudgements(judge, (document, judged) => {
    if (judged.kind !== 'relevant') return judged;
    const known = new Set(judged.classes.map((one) => one.class));
    const found = new Set(vocabularies.flatMap((vocabulary) => classesOf(document, vocabulary)));
    const added = [...found].filter((name) => !known.has(name)).map((name) => ({ class: name, score: 1 }));
    return added.length === 0 ? judged : { ...judged, classes: [...judged.classes, ...added] };
  });
}

function classesOf({ fields, keywords }: CleanDocument, { field, classes }: Vocabulary): string[] {
  const mapped: readonly FieldValue[] = fields?.[field] ?? (field === 'keywords' ? keywords : []);
  return mapped.flatMap((value) => termsIn(textOf(value), classes, [';', ',']));
}

/** Returns the classes of a value: that of a term, or those of the terms that it lists. A label may itself contain a separator. */
function termsIn(text: string, classes: Vocabulary['classes'], separators: readonly string[]): string[] {
  const whole = classes.get(keyOf(text));
  if (whole !== undefined) return [whole];
  const [separator, ...others] = separators;
  return separator === undefined ? [] : text.split(separator).flatMap((part) => termsIn(part, classes, others));
}

const textOf = (value: FieldValue): string => (typeof value === 'object' ? value.text : `${value}`);

const keyOf = (text: string): string => text.trim().replace(/\s+/g, ' ').normalize('NFC').toLowerCase();

/** A label of dots only becomes a hyphen, so that no level is empty. */
const withoutDots = (label: string): string => label.replaceAll('.', '').trim() || '-';
