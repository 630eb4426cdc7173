/** Converts settings to the options of the stages. */
import type { TopicFilter } from '../classify/judge.ts';
import { type CleanOptions, DEFAULT_CLEAN_OPTIONS } from '../clean/clean-options.ts';
import { compileNewsRules } from '../clean/news.ts';
import { productToken } from '../robots/product-token.ts';
import { documentRulesOf } from './documents.ts';
import { urlRulesOf } from './rules.ts';
import type { Settings } from './settings.ts';

/** Returns the topic filters for `compileFilters`. Files that they name have already been read into the settings. */
export function topicFiltersOf({ topic }: Settings): TopicFilter[] {
  return topic.filters.map((filter) => {
    if ('sitesOk' in filter) return { sitesOk: Array.isArray(filter.sitesOk) ? filter.sitesOk : [] };
    const { terms, termsText = '', cutOff, weights, normalise } = filter;
    return { terms: termsText, file: terms, cutOff, weights, normalise };
  });
}

/** Returns the options of the clean stage that need no files or modules. */
export function cleanOptionsOf(settings: Settings): CleanOptions {
  const { userAgent, limits, metadata } = settings;
  const { maxDepth, maxNodes, maxAttributes, maxMedia } = settings.clean;
  return {
    ...DEFAULT_CLEAN_OPTIONS,
    rules: urlRulesOf(settings),
    agent: productToken(userAgent),
    maxBytes: limits.maxPageBytes,
    maxListBytes: limits.maxSitemapBytes,
    mainText: settings.clean.mainText,
    siteTemplates: settings.clean.siteTemplates,
    maxText: settings.clean.maxText,
    maxLinks: settings.clean.maxLinks,
    pageLimits: { maxDepth, maxNodes, maxAttributes, maxMedia },
    ...(settings.news && { news: compileNewsRules(settings.news.entities) }),
    maxUnpackRatio: settings.fetch.maxUnpackRatio,
    documents: documentRulesOf(settings),
    ...(!settings.analyse && { analyse: false }),
    ...(settings.extractLinksFromText && { linksInText: true }),
    fields: { rules: metadata.fields, grammars: metadata.grammars },
  };
}
