import { vocabularyFile } from '../../shared/settings/topic/compile-topic.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import type { Stores } from '../run/wiring.ts';
import type { CrawlVocabulary } from './vocabulary-databases.ts';

/** Returns the vocabularies of crawls, with the texts in their settings. */
export async function crawlVocabularies(crawls: readonly string[], stores: Stores): Promise<CrawlVocabulary[]> {
  const found: CrawlVocabulary[] = [];
  for (const crawl of crawls) {
    const { vocabularies } = (await loadStoredSettings(crawl, stores)).settings;
    for (const [field, setting] of Object.entries(vocabularies)) {
      const { vocabularyText } = vocabularyFile(setting);
      if (vocabularyText !== undefined) found.push({ crawl, field, text: vocabularyText });
    }
  }
  return found;
}
