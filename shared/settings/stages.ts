/** The settings in the form in which the stages take them. */
import type { TopicFilter } from '../classify/judge.ts';
import { type CleanOptions, DEFAULT_CLEAN_OPTIONS } from '../clean/clean-options.ts';
import type { Extractor } from '../clean/extract-rules.ts';
import { compileNews } from '../clean/news.ts';
import type { Plugin } from '../clean/plugin.ts';
import { productToken } from '../robots/product-token.ts';
import { documentRulesOf } from './documents.ts';
import { extractRulesOf } from './extraction.ts';
import { urlRulesOf } from './rules.ts';
import type { Settings } from './settings.ts';

/** For `compileFilters`. Files that are named have been read into the settings by now. */
export function topicFiltersOf({ topic }: Settings): TopicFilter[] {
  return topic.filters.map((filter) => {
    if ('sitesOk' in filter) return { sitesOk: Array.isArray(filter.sitesOk) ? filter.sitesOk : [] };
    const { terms, termsText = '', cutOff, weights, normalise } = filter;
    return { terms: termsText, file: terms, cutOff, weights, normalise };
  });
}

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
    maxText: settings.clean.maxText,
    maxLinks: settings.clean.maxLinks,
    pageLimits: { maxDepth, maxNodes, maxAttributes, maxMedia },
    ...(settings.news && { news: compileNews(settings.news.entities) }),
    maxUnpackRatio: settings.fetch.maxUnpackRatio,
    documents: documentRulesOf(settings),
    fields: { rules: metadata.fields, grammars: metadata.grammars },
  };
}

/** The same with what has to be loaded first. @param load gets a plug-in by the name that it has in the settings. */
export async function wholeCleanOptionsOf(
  settings: Settings,
  load: (name: string) => Promise<Plugin>,
): Promise<CleanOptions> {
  const options = cleanOptionsOf(settings);
  const markdown = settings.clean.markdown ? (await import('../clean/markdown-writer.ts')).markdownWriter : undefined;
  const extract = await extractorOf(settings);
  const plugins = await Promise.all(settings.plugins.map(load));
  return {
    ...options,
    ...(markdown && { markdown }),
    ...(extract && { extract }),
    ...(plugins.length > 0 && { plugins }),
  };
}

/** The parser that makes trees is read with the first crawl that has rules. @throws naming what cannot be read in them. */
export async function extractorOf(settings: Settings): Promise<Extractor | undefined> {
  const rules = extractRulesOf(settings.extract);
  if (!rules) return undefined;
  const { compileExtract } = await import('../clean/extract-page.ts');
  return compileExtract(rules, urlRulesOf(settings));
}
