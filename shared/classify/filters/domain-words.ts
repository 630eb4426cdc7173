import type { CleanDocument } from '../../clean/document.ts';
import { readTerm } from '../terms/topic-file.ts';
import { compileTerms, type Locations } from '../terms/topic-terms.ts';
import type { CompiledFilter } from './filter.ts';
import { ruleFilter } from './rule.ts';

/** Words and phrases that make a page relevant if its title or meta keywords contain one of them, as in CINDI. */
export type DomainWordsFilter = { domainWords: readonly string[] };

/** Names of meta elements with keywords. Those of `keywords` itself are in the document's keywords too. */
const KEYWORDS_NAME = /(^|[.:_-])(keywords?|subjects?|tags?)$/;

/** @throws Error if a word is not a valid term */
export function compileDomainWords({ domainWords }: DomainWordsFilter): CompiledFilter {
  const terms = domainWords.map((word, i) => ({
    term: word,
    line: i + 1,
    weight: 1,
    classes: [],
    parts: readTerm(word),
  }));
  const score = compileTerms(terms, { title: 1, metadata: 1, headings: 0, text: 0 });
  return ruleFilter({
    name: 'domain words',
    canAccept: true,
    answer(document) {
      const { terms: found } = score(titleAndKeywords(document));
      if (found.length === 0) return { why: 'none in the title or the meta keywords' };
      const why = `${found.map(({ term }) => term).join(', ')} in the title or the meta keywords`;
      return { verdict: 'relevant', why, terms: found };
    },
    strengthOfWords: (text) => (score({ ...NO_TEXT, title: text }).terms.length > 0 ? 1 : 0),
  });
}

const NO_TEXT: Locations = { title: '', metadata: '', headings: '', text: '' };

function titleAndKeywords({ title, keywords, metadata }: CleanDocument): Locations {
  const named = Object.entries(metadata).flatMap(([name, values]) => (KEYWORDS_NAME.test(name) ? values : []));
  // Empty lines keep phrases from spanning two texts.
  return { ...NO_TEXT, title: title ?? '', metadata: [...new Set([...keywords, ...named])].join('\n\n') };
}
