/** The settings in the form in which the stages take them. */
import type { TopicFilter } from '../classify/judge.ts';
import { type CleanOptions, DEFAULT_CLEAN_OPTIONS } from '../clean/clean-options.ts';
import { documentRulesOf } from './documents.ts';
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
  return {
    ...DEFAULT_CLEAN_OPTIONS,
    rules: urlRulesOf(settings),
    agent: agentToken(userAgent),
    maxBytes: limits.maxPageBytes,
    mainText: settings.clean.mainText,
    maxUnpackRatio: settings.fetch.maxUnpackRatio,
    documents: documentRulesOf(settings),
    fields: { rules: metadata.fields, grammars: metadata.grammars },
  };
}

/** What robots.txt and meta robots address: `Thresher/0.1 (+https://…)` is `thresher`. */
export function agentToken(userAgent: string): string {
  return (/^[a-z_-]+/i.exec(userAgent.trim())?.[0] ?? userAgent).toLowerCase();
}
