/** What the parts of `resolve-query.ts` share while they visit a query. */
import type { FieldGrammars } from '../../index/field-parts.ts';
import type { Clause, QuerySyntax } from '../ast/query-ast.ts';
import type { PrefixScope } from './cql-names.ts';
import { nameIgnored, type ResolvedQuery } from './resolved-query.ts';
import { unmasked } from './text-condition.ts';
import type { TermAnalysis } from './word-alternatives.ts';

/** Results that are collected while the tree is visited. */
export type Found = Pick<ResolvedQuery, 'bonuses' | 'filters' | 'ignored' | 'faults'> & {
  syntax: QuerySyntax;
  words: { word: string; at: number }[];
  conditions: number;
};

/** What a node of the query is resolved with. */
export type Context = {
  found: Found;
  analysis: TermAnalysis;
  scope: PrefixScope;
  /** Grammars of the mapped fields of the crawl. Only the web syntax has their parts. */
  grammars: FieldGrammars;
  /** Whether the words of the node rank. Excluded ones do not. */
  isPositive: boolean;
};

/** Whether a clause is a word without field or operator, which may match or not. */
export const isPlainWord = ({ index, relation }: Clause): boolean =>
  index === null && (relation === '=' || relation === 'any');

/** A letter with a sign of patterns or similar words, which may also be a name (`A*`). */
const ONE_LETTER = /^(?:\p{L}[*~]\d?|\*\p{L})$/u;

/** Adds the words of a clause, which rank, and names what the search ignores of it. */
export function addWords({ term, at, modifiers }: Clause, { words, ignored, syntax }: Found): void {
  words.push({ word: syntax === 'cql' ? unmasked(term) : term, at });
  if (syntax === 'web' && ONE_LETTER.test(term))
    nameIgnored(ignored, term, 'needs at least 2 letters, so it is searched as a word');
  const weight = modifiers.find(({ name }) => name === 'boost');
  if (weight) nameIgnored(ignored, `${term}^${weight.value}`, NO_WEIGHT);
}

const NO_WEIGHT = 'all words have the same weight';
