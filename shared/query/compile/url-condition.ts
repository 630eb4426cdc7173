import { wordsOfUrl } from '../../index/url-text.ts';
import type { IndexCondition } from '../../ports/index-condition.ts';
import { normalize } from '../../url/normalize.ts';
import { DEFAULT_URL_RULES } from '../../url/url-rules.ts';
import type { Clause } from '../ast/query-ast.ts';
import type { TermAnalysis } from './word-alternatives.ts';

function urlAlternatives(term: string): string[][] | undefined {
  const words = wordsOfUrl(term);
  return words.length === 0 ? undefined : [words];
}

/** Words of URLs are the same in each language. */
export const URL_ANALYSIS: TermAnalysis = {
  ownAlternatives: urlAlternatives,
  alternatives: urlAlternatives,
  stopLanguages: () => [],
  endings: () => [],
};

/** Returns the condition that a record has a URL, in any spelling that a crawl takes for the same. Undefined if the term has no words. */
export function wholeUrlCondition(term: string): IndexCondition | undefined {
  const found = normalize(term.trim(), undefined, DEFAULT_URL_RULES);
  const url = found.kind === 'url' ? found.url : term.trim();
  const words = wordsOfUrl(url);
  return words.length === 0 ? undefined : { match: 'url', url, words };
}

/** Makes `?` and `*` of a URL literal: in CQL they are masking characters. Those of single words stay. */
export const withLiteralUrl = (clause: Clause): Clause =>
  clause.term.includes('/')
    ? { ...clause, term: clause.term.replace(/\\[\s\S]|[*?^]/g, (found) => (found.length > 1 ? found : `\\${found}`)) }
    : clause;
