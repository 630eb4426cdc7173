import { type FilterName, SEARCH_FIELDS } from '../../index/search-fields.ts';
import { TEXT_FIELDS } from '../../index/text-fields.ts';
import type { IndexCondition, SearchedText } from '../../ports/index-condition.ts';
import type { IndexQuery, LaterField, SearchIndex } from '../../ports/search-index.ts';
import type { IgnoredOperator } from '../../query/compile/resolved-query.ts';

/** The filters on fields that came later, by their names in queries. */
const LATER_FILTERS = [
  { name: 'changed', stored: 'fetchedDay' },
  { name: 'licence', stored: 'licence' },
] as const satisfies readonly { name: FilterName; stored: LaterField }[];

const OLD_RECORDS = 'pages that an earlier version has indexed are not found; thresher reindex adds them';

/** Detail of a field below NOT, by which an index of an earlier version finds too many records. */
export const OLD_MATCHES = 'pages that an earlier version has indexed count as without it; thresher reindex adds it';

/** Start of the messages about an index as a whole. */
const EARLIER = 'the index is of an earlier version';

const OLD_WORDS: IgnoredOperator = {
  operator: '…',
  detail: `${EARLIER}, whose forms of some words differ; thresher reindex rebuilds it`,
};

const withoutText = (operator: string, texts: string): IgnoredOperator => ({
  operator,
  detail: `${EARLIER} and has no ${texts}; thresher reindex adds them`,
});

/** Texts that indexes of earlier versions lack. */
const LATER_TEXTS = {
  author: withoutText('author:', 'authors'),
  anchors: withoutText('anchor:', 'anchor texts'),
  abstract: withoutText('abstract:', 'abstracts'),
  keywords: withoutText('keywords:', 'keywords'),
  url: withoutText('url:', 'words of URLs'),
} satisfies Partial<Record<SearchedText, IgnoredOperator>>;

type LaterText = keyof typeof LATER_TEXTS;

const NO_ANNOTATIONS: IgnoredOperator = {
  operator: 'annotation:',
  detail: 'this server has no annotations, so no page is found by them',
};

/**
 * Returns the parts of a query that the index cannot find pages by: it is of an earlier version, or of a server without annotations. Words without
 * a field are none of them unless nothing is found.
 *
 * @param total number of records that the query finds
 */
export async function missedParts(
  crawl: string,
  query: IndexQuery,
  total: number,
  index: Pick<SearchIndex, 'lacksValues' | 'lackingTexts' | 'hasOldWords' | 'hasAnnotations'>,
): Promise<IgnoredOperator[]> {
  const texts = textsAskedFor(query);
  const findsNoWord = total === 0 && (query.words.length > 0 || someCondition(query.condition, hasForms));
  const later = LATER_FILTERS.filter((filter) => asksFor(filter, query));
  const [lacksValues, lacking, hasOldWords] = await Promise.all([
    Promise.all(later.map(({ stored }) => index.lacksValues(crawl, stored))),
    texts.length > 0 ? index.lackingTexts(crawl) : ([] as SearchedText[]),
    findsNoWord && index.hasOldWords(crawl),
  ]);
  const missing = texts.filter((field) => lacking.includes(field));
  const isAnnotation = (one: IndexCondition) => one.match === 'annotation';
  const lacksAnnotations = !index.hasAnnotations && someCondition(query.condition, isAnnotation);
  return [
    ...later
      .filter((_, i) => lacksValues[i])
      .map((filter) => ({
        operator: `${filter.name}:`,
        detail: someExclusion(query.condition, isOn(filter)) ? OLD_MATCHES : OLD_RECORDS,
      })),
    ...(lacksAnnotations ? [NO_ANNOTATIONS] : []),
    ...missing.map((field) => LATER_TEXTS[field]),
    ...(hasOldWords && missing.length === 0 ? [OLD_WORDS] : []),
  ];
}

/** Whether a condition is on words, of which an earlier version may have other forms, and not on values such as a language. */
const hasForms = ({ match }: IndexCondition): boolean => ['words', 'whole', 'wildcard', 'fuzzy'].includes(match);

type LaterFilter = (typeof LATER_FILTERS)[number];

/** Whether a query has a filter, by itself or within a condition. */
const asksFor = (filter: LaterFilter, { filters, condition }: IndexQuery): boolean =>
  filters[filter.name] !== undefined || someCondition(condition, isOn(filter));

/** Returns a test whether a condition is on the field of a filter. */
function isOn({ stored }: LaterFilter): (one: IndexCondition) => boolean {
  const field = SEARCH_FIELDS.find((one) => one.stored === stored)!.property;
  return (one) => (one.match === 'days' || one.match === 'value') && one.field === field;
}

/** Returns the later texts that a query names. Names of authors are also a filter. */
function textsAskedFor({ filters, condition }: IndexQuery): LaterText[] {
  const isAsked = (field: LaterText) =>
    (field === 'author' && filters.author !== undefined) || someCondition(condition, (one) => isOnText(one, field));
  return (Object.keys(LATER_TEXTS) as LaterText[]).filter(isAsked);
}

function isOnText(condition: IndexCondition, field: SearchedText): boolean {
  if (condition.match === 'url') return field === 'url';
  if ('fields' in condition) return condition.fields.length < TEXT_FIELDS.length && condition.fields.includes(field);
  return condition.match === 'whole' && condition.field === field;
}

/** Returns whether a test holds for a part of a condition that is below NOT. */
function someExclusion(condition: IndexCondition | undefined, test: (condition: IndexCondition) => boolean): boolean {
  if (condition?.match === 'not') return someCondition(condition.part, test);
  if (condition?.match !== 'and' && condition?.match !== 'or') return false;
  return condition.parts.some((part) => someExclusion(part, test));
}

/** Returns whether a test holds for a part of a condition that has no parts of its own. */
function someCondition(condition: IndexCondition | undefined, test: (condition: IndexCondition) => boolean): boolean {
  if (condition === undefined) return false;
  switch (condition.match) {
    case 'and':
    case 'or':
      return condition.parts.some((part) => someCondition(part, test));
    case 'not':
      return someCondition(condition.part, test);
    default:
      return test(condition);
  }
}
