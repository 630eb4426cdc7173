/** Options that single pages are cleaned with: always with Markdown. */
import { type CleanOptions, DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { FORMAT_NAMES } from '../../shared/clean/document-formats.ts';
import { markdownWriter } from '../../shared/clean/markdown/writer.ts';
import type { Settings } from '../../shared/settings/settings.ts';

/** Options without a crawl.yaml: every document format. */
export const ALL_FORMATS: CleanOptions = {
  ...DEFAULT_CLEAN_OPTIONS,
  markdown: markdownWriter,
  pageLimits: { ...DEFAULT_CLEAN_OPTIONS.pageLimits, maxMedia: 1_000 },
  documents: { ...DEFAULT_CLEAN_OPTIONS.documents, types: FORMAT_NAMES },
};

/** Loads the clean options of a crawl. Document types stay those of the crawl. */
export async function loadCleanOptions(settings: Settings): Promise<CleanOptions> {
  const [{ loadCleanOptions: loadStored }, { loadForClean }] = await Promise.all([
    import('../../shared/settings/load-clean-options.ts'),
    import('./plugins.ts'),
  ]);
  return { ...(await loadStored(settings, loadForClean)), markdown: markdownWriter };
}
