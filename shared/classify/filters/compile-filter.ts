import { compileDocuments, type DocumentsFilter } from './documents.ts';
import { compileDomainWords, type DomainWordsFilter } from './domain-words.ts';
import type { CompiledFilter } from './filter.ts';
import { compileMetadata, type MetadataFilter } from './metadata.ts';
import { compileModelFilter, type ModelFilter } from './model.ts';
import { compilePlugin, type PluginFilter } from './plugin.ts';
import { compileSites, type SitesFilter } from './sites.ts';
import { compileTermFilter, type TermsFilter } from './terms.ts';

/** A row of a crawl's topic filters. The key tells the kind. */
export type TopicFilter =
  | SitesFilter
  | MetadataFilter
  | DomainWordsFilter
  | DocumentsFilter
  | TermsFilter
  | ModelFilter
  | PluginFilter;

/** @throws TopicFileError, ModelFileError */
export function compileFilter(filter: TopicFilter): CompiledFilter {
  if ('sitesOk' in filter) return compileSites(filter);
  if ('metadata' in filter) return compileMetadata(filter);
  if ('domainWords' in filter) return compileDomainWords(filter);
  if ('documents' in filter) return compileDocuments(filter);
  if ('plugin' in filter) return compilePlugin(filter);
  if ('model' in filter) return compileModelFilter(filter);
  return compileTermFilter(filter);
}
