import type { Settings } from '../../shared/settings/settings.ts';
import type { CrawlHooks } from '../run/crawl-job.ts';
import { runCrawl } from '../run/runner.ts';
import { openFolderFiles, SYSTEM } from '../run/wiring.ts';
import type { CrawlNotices } from './crawl-notices.ts';

/**
 * Prepares and runs a crawl, and reports its end, errors and standstills as the setting `notify` says.
 *
 * @param work calls the given `runCrawl` once
 * @throws what `work` throws; UsageError or SettingsError if a receiver cannot be opened
 */
export async function withNotices<T>(
  settings: Settings,
  dir: string,
  { signal, onNotice }: Pick<CrawlHooks, 'signal' | 'onNotice'>,
  work: (run: typeof runCrawl) => Promise<T>,
): Promise<T> {
  if (!settings.notify) return work(runCrawl);
  // Loads what sends messages, which other crawls do not need.
  const { openCrawlNotices } = await import('./crawl-notices.ts');
  const files = openFolderFiles(dir);
  const notices = await openCrawlNotices(settings, dir, { ...SYSTEM, env: process.env, files, signal, onNotice });
  try {
    return await work(async (job, hooks = {}) => {
      const result = await runCrawl(job, observedBy(notices, hooks));
      await notices.ended(result.end, result.status);
      return result;
    });
  } catch (error) {
    await notices.failed(error);
    throw error;
  } finally {
    await notices.close();
  }
}

const observedBy = (notices: CrawlNotices, hooks: CrawlHooks): CrawlHooks => ({
  ...hooks,
  onFetched(url) {
    notices.recordPage();
    return hooks.onFetched?.(url);
  },
  onUnfetched(url) {
    notices.recordUnfetched(url);
    return hooks.onUnfetched?.(url);
  },
  onStatus(status) {
    notices.check(status);
    return hooks.onStatus?.(status);
  },
});
