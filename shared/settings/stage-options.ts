/** Converts settings to the options of the stages. */
import type { TopicFilter } from '../classify/filters/compile-filter.ts';
import { type CleanOptions, DEFAULT_CLEAN_OPTIONS } from '../clean/clean-options.ts';
import { compileNewsRules } from '../clean/news.ts';
import { productToken } from '../robots/product-token.ts';
import { compileDeleted } from '../url/deleted.ts';
import { ranksByModel } from './frontier-options.ts';
import { urlRulesOf } from './rules.ts';
import type { Settings } from './settings.ts';
import { documentRulesOf } from './stages/document-rules.ts';

/**
 * Returns the topic filters for `compileFilters`. Files that they name have already been read into the settings, and `loadModels` has
 * read the stored models of a crawl.
 */
export const topicFiltersOf = ({ topic }: Settings): TopicFilter[] => topic.filters.map(filterOf);

/** Converts a topic filter of the settings. Files must be loaded: their contents are in `modelData`, `termsText` and the lists. */
export function filterOf(filter: Settings['topic']['filters'][number]): TopicFilter {
  if ('sitesOk' in filter) return { sitesOk: Array.isArray(filter.sitesOk) ? filter.sitesOk : [] };
  if ('domainWords' in filter) return { domainWords: Array.isArray(filter.domainWords) ? filter.domainWords : [] };
  if ('metadata' in filter || 'documents' in filter || 'plugin' in filter) return filter;
  if ('model' in filter) {
    const { model: file, modelData = '', cutOff } = filter;
    return { model: Buffer.from(modelData, 'base64'), file, cutOff };
  }
  const { terms, termsText = '', ...rest } = filter;
  return { ...rest, terms: termsText, file: terms };
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
    deleted: compileDeleted(settings.deleted),
    ...(!settings.analyse && { analyse: false }),
    ...(settings.extractLinksFromText && { linksInText: true }),
    ...(settings.embeddedFiles && { embedded: true }),
    ...(ranksByModel(settings) && { linkContext: true }),
    ...(metadata.required.length > 0 && { requiredMetadata: metadata.required.map((name) => name.toLowerCase()) }),
    fields: { rules: metadata.fields, grammars: metadata.grammars },
  };
}
