import { isOnUrls } from '../../index/text-fields.ts';
import { foldedText, wholeTextField } from '../../index/whole-texts.ts';
import type { IndexCondition, SearchedText } from '../../ports/index-condition.ts';
import { isEastAsianName } from '../../text/east-asian-name.ts';
import type { Clause, Modifier } from '../ast/query-ast.ts';
import { QueryError, quoted } from '../ast/query-error.ts';
import { DIAGNOSTIC } from '../cql/diagnostics.ts';
import { mergeParts } from './part-condition.ts';
import { wholeUrlCondition } from './url-condition.ts';
import { foldedLetters, type TermAnalysis } from './word-alternatives.ts';

/** Minimum number of letters in a pattern. Patterns with fewer match most words. */
const MIN_PATTERN_LETTERS = 2;

/** Minimum number of letters of a stemmed end behind a star, unless it has lost one letter only. */
const MIN_ENDING = 3;

/** Maximum number of words between the words of a proximity query. */
const MAX_GAP = 1_000;

/**
 * Returns the condition of a clause on indexed texts.
 *
 * @param relation without context set, in lower case
 * @returns undefined if the term has only stop words
 * @throws QueryError if the texts cannot be compared so
 */
export function textCondition(
  clause: Clause,
  fields: SearchedText[],
  relation: string,
  analysis: TermAnalysis,
): IndexCondition | undefined {
  const asWritten = conditionOf(clause, fields, relation, analysis);
  const direct = fields.length === 1 && fields[0] === 'author' ? directName(clause.term) : undefined;
  if (direct === undefined || isFuzzy(clause)) return asWritten;
  switch (relation) {
    case '=':
    case 'scr':
    case 'adj':
      return joined('or', [asWritten, sequence(direct, fields, analysis, INITIAL_BETWEEN)]);
    case '==':
    case 'exact':
      return joined('or', [asWritten, conditionOf({ ...clause, term: direct }, fields, relation, analysis)]);
    case '<>':
      return negated(textCondition(clause, fields, '=', analysis));
    default:
      return asWritten;
  }
}

/** Returns `Ada Moss` for `Moss, Ada` and `山田太郎` for `山田, 太郎`, or undefined: library systems ask for names surname first, and pages name people in the other order. */
function directName(term: string): string | undefined {
  const [family = '', given = '', ...more] = term.split(/[,，、]/).map((part) => part.trim());
  if (family === '' || given === '' || more.length > 0 || term.includes(';')) return undefined;
  return isEastAsianName(family + given) ? family + given : `${given} ${family}`;
}

/** A name may have a middle name or initial that the query has not. */
const INITIAL_BETWEEN = { maxGap: 1, ordered: true };

function conditionOf(
  clause: Clause,
  fields: SearchedText[],
  relation: string,
  analysis: TermAnalysis,
): IndexCondition | undefined {
  const { term, at } = clause;
  const one = (text: string) =>
    isFuzzy(clause) ? fuzzy({ ...clause, term: text }, fields, analysis) : phrase(unmasked(text), fields, analysis);
  const word = (text: string) => maskedWord(text, fields, analysis, at) ?? one(text);
  if (isFuzzy(clause)) checkFuzzy(clause, relation);
  switch (relation) {
    case '=':
    case 'scr':
    case 'adj':
      return word(term);
    case '<>':
      return negated(word(term));
    case 'any':
    case 'all':
      return joined(relation === 'any' ? 'or' : 'and', term.split(/\s+/).map(word));
    case '==':
    case 'exact':
      return whole(clause, fields, relation, analysis);
    case 'wildcard':
      return wildcard(term, fields, analysis, at);
    case 'fuzzy':
      return fuzzy(clause, fields, analysis);
    case 'prox':
      return sequence(term, fields, analysis, { maxGap: distanceOf(clause.modifiers), ordered: false });
    default:
      throw notCompared(clause, relation);
  }
}

const notCompared = ({ index, at }: Clause, relation: string): QueryError =>
  new QueryError(
    `${index ?? 'the full text'} cannot be compared by ${quoted(relation)}`,
    at,
    DIAGNOSTIC.relationAndIndex,
  );

/** Returns the condition that a whole text of the field equals the term. */
function whole(
  clause: Clause,
  fields: SearchedText[],
  relation: string,
  analysis: TermAnalysis,
): IndexCondition | undefined {
  const field = wholeTextField(fields);
  const isCompared = field !== undefined || isOnUrls(fields);
  if (!isCompared || firstMask(clause.term) !== undefined) throw notCompared(clause, relation);
  const term = unmasked(clause.term);
  if (field === undefined) return wholeUrlCondition(term);
  const alternatives = analysis.alternatives(term);
  return alternatives && { match: 'whole' as const, field, text: foldedText(term), alternatives };
}

/** Joins conditions, without those that restrict nothing. */
export function joined(
  match: 'and' | 'or',
  conditions: readonly (IndexCondition | undefined)[],
): IndexCondition | undefined {
  const given = conditions.filter((part) => part !== undefined);
  const parts = mergeParts(match, match === 'or' ? mergedWords(given) : given);
  return parts.length < 2 ? parts[0] : { match, parts };
}

/** Makes one condition of words of the same fields: any of them. */
function mergedWords(parts: readonly IndexCondition[]): IndexCondition[] {
  const merged: IndexCondition[] = [];
  for (const part of parts) {
    const same = merged.find(
      (other) => isPhrase(part) && isPhrase(other) && other.fields.join() === part.fields.join(),
    );
    if (same && isPhrase(same) && isPhrase(part))
      merged[merged.indexOf(same)] = { ...same, alternatives: [...same.alternatives, ...part.alternatives] };
    else merged.push(part);
  }
  return merged;
}

const isPhrase = (part: IndexCondition): part is Extract<IndexCondition, { match: 'words' }> =>
  part.match === 'words' && part.ordered && part.maxGap === 0;

const negated = (part: IndexCondition | undefined): IndexCondition | undefined => part && { match: 'not', part };

function phrase(term: string, fields: SearchedText[], analysis: TermAnalysis): IndexCondition | undefined {
  return sequence(term, fields, analysis, { maxGap: 0, ordered: true });
}

/** Returns the condition of a phrase without its synonyms. */
function ownPhrase(term: string, fields: SearchedText[], analysis: TermAnalysis): IndexCondition | undefined {
  const alternatives = analysis.ownAlternatives(term);
  return alternatives && { match: 'words', fields, alternatives, maxGap: 0, ordered: true };
}

function sequence(
  term: string,
  fields: SearchedText[],
  analysis: TermAnalysis,
  order: { maxGap: number; ordered: boolean },
): IndexCondition | undefined {
  const alternatives = analysis.alternatives(term);
  return alternatives && { match: 'words', fields, alternatives, ...order };
}

function distanceOf(modifiers: readonly Modifier[]): number {
  const distance = Number(modifiers.find(({ name }) => name === 'distance')?.value ?? '0');
  return Math.min(Number.isSafeInteger(distance) ? distance : 0, MAX_GAP);
}

/** Returns the condition of a term of CQL with masking characters that are not escaped. Undefined if it has none. */
function maskedWord(
  term: string,
  fields: SearchedText[],
  analysis: TermAnalysis,
  at: number,
): IndexCondition | undefined {
  const mask = firstMask(term);
  if (mask === undefined) return undefined;
  if (mask === '^' || /(?<!\\)(?:\\\\)*\^/.test(term))
    throw new QueryError('anchoring (^) is not supported', at, DIAGNOSTIC.anchor);
  if (/\s/.test(term.trim()))
    throw new QueryError('masking characters are not supported in a phrase', at, DIAGNOSTIC.maskingAndProximity);
  return wildcard(term.replace(/\\([*?^\\])/g, ' ').replaceAll('\\', ''), fields, analysis, at);
}

/** Returns the first masking character that is not escaped. */
const firstMask = (term: string): string | undefined => /(?<!\\)(?:\\\\)*([*?^])/.exec(term)?.[1];

/** Removes the backslashes before literal characters. */
export const unmasked = (term: string): string => term.replace(/\\([\s\S])/g, '$1');

/**
 * Returns the condition of a pattern. The index holds stems, so a pattern with its only star at the end also finds the forms of
 * the word before it (`plants*` finds what `plants` finds), and one that ends in letters also finds their stem (`*ology`, `*olog`).
 */
function wildcard(term: string, fields: SearchedText[], analysis: TermAnalysis, at: number): IndexCondition {
  const pattern = term
    .split(/([*?])/)
    .map((part) => (part === '*' || part === '?' ? part : foldedLetters(part)))
    .join('')
    .replace(/\*[*?]*\*/g, '*');
  const letters = pattern.replace(/[*?]/g, '');
  if (letters.length < MIN_PATTERN_LETTERS) {
    const message = `${quoted(term)} needs at least ${MIN_PATTERN_LETTERS} letters`;
    throw new QueryError(message, at, DIAGNOSTIC.maskedTooShort);
  }
  const masked = { match: 'wildcard' as const, fields, pattern };
  if (/^[^*?]+\*$/.test(pattern)) return joined('or', [masked, ownPhrase(letters, fields, analysis)])!;
  const end = /[^*?]*$/.exec(pattern)![0];
  const start = pattern.slice(0, pattern.length - end.length);
  const stemmed = analysis.endings(end, minEnding(start, end)).map((other) => ({ ...masked, pattern: start + other }));
  return joined('or', [masked, ...stemmed])!;
}

/**
 * Returns the minimum length of a stemmed end behind a pattern: `ap?le` may become `ap?l`, and `plan?s` `plan?`, but `pla*s` not `pla*`,
 * `*le` not `*l`, and `*state` not `*st`, because these match too many words.
 */
function minEnding(start: string, end: string): number {
  const { length } = start.replace(/[*?]/g, '');
  if (!start.includes('*')) return Math.max(0, MIN_PATTERN_LETTERS - length);
  return length < MIN_PATTERN_LETTERS ? Math.max(MIN_PATTERN_LETTERS, Math.min(MIN_ENDING, end.length - 1)) : 1;
}

const isFuzzy = ({ modifiers }: Clause): boolean => modifiers.some(({ name }) => /^(?:cql\.)?fuzzy$/.test(name));

/** @throws QueryError if similar words would be asked for in a phrase or a whole text, which have none */
function checkFuzzy({ term, at }: Clause, relation: string): void {
  const isOfWords = relation === 'any' || relation === 'all';
  const isWhole = relation === '==' || relation === 'exact';
  if (isOfWords || !(isWhole || /\s/.test(term.trim()))) return;
  const message = '"fuzzy" needs a single word, or the relation "any" or "all"';
  throw new QueryError(message, at, DIAGNOSTIC.relationModifier);
}

function fuzzy(clause: Clause, fields: SearchedText[], analysis: TermAnalysis): IndexCondition | undefined {
  const alternatives = analysis.ownAlternatives(unmasked(clause.term));
  if (alternatives === undefined) return undefined;
  const words = [...new Set(alternatives.filter((one) => one.length === 1).flat())];
  if (words.length === 0) return ownPhrase(unmasked(clause.term), fields, analysis);
  // The stem of another language may be far shorter: two edits of the Turkish `mul` of Müller leave one letter.
  const most = editsOf(clause, words[0]!);
  const byEdits = Map.groupBy(words, (word) => Math.min(most, editsOf(clause, word)));
  const parts = Array.from(byEdits, ([maxEdits, same]) => ({ match: 'fuzzy' as const, fields, words: same, maxEdits }));
  // `e-mail~`: words that are similar to `email`, and the words as they are.
  const phrases = alternatives.filter((one) => one.length > 1);
  const asWritten = { match: 'words' as const, fields, alternatives: phrases, maxGap: 0, ordered: true };
  return joined('or', phrases.length > 0 ? [...parts, asWritten] : parts);
}

/** Returns how many letters may differ: as the query says, if the word is long enough, otherwise as many as suit its length. */
function editsOf(clause: Clause, word: string): number {
  const { length } = Array.from(word);
  const given = givenEdits(clause);
  if (given !== undefined) return Math.min(given, length < 3 ? 0 : length < 5 ? 1 : 2);
  if (length < 3) return 0;
  return length < 6 ? 1 : 2;
}

/** Returns the number of letters that a query says may differ: 1 or 2. Undefined if it says none, or another number. */
export function givenEdits({ modifiers }: Clause): number | undefined {
  const given = modifiers.find(({ name }) => name === 'distance')?.value;
  return given === '1' || given === '2' ? Number(given) : undefined;
}
