import type { OnFailed, PageRendering } from '../../shared/fetch/render/page-rendering.ts';
import type { ResourcePorts } from '../../shared/fetch/render/resource-rules.ts';
import { findChromium } from '../../shared/net/chromium/find-chromium.ts';
import { checkAddress } from '../../shared/net/guard.ts';
import { rendersPages } from '../../shared/settings/rendering.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { UsageError } from '../command.ts';

/** A browser that runs for a crawl. */
export type OpenRendering = {
  /** @param onFailed called for a page that could not be rendered */
  start(ports: ResourcePorts, onFailed: OnFailed): PageRendering;
  /** Ends the browser. */
  close(): Promise<void>;
};

/**
 * Starts the browser of a crawl that renders pages.
 *
 * @param path folders that are searched for a browser, in the form of `PATH`
 * @returns undefined if the crawl renders no pages
 * @throws UsageError if there is no browser, or it does not start
 */
export async function openRendering(settings: Settings, path: string): Promise<OpenRendering | undefined> {
  const { rendering, userAgent } = settings;
  if (!rendersPages(rendering)) return undefined;
  const executable = rendering.browser ?? findChromium(path);
  if (executable === undefined)
    throw new UsageError(
      'rendering: no Chromium, Chrome or Edge was found in PATH; install one (Debian, Ubuntu: `apt install chromium-headless-shell`) or set rendering.browser',
    );
  // Crawls that render nothing load neither the browser's package nor, in this thread, the clean stage.
  const [{ BrowserError, chromiumRenderer }, { renderRulesOf }, { createPageRendering }] = await Promise.all([
    import('../../shared/net/chromium/chromium-renderer.ts'),
    import('../../shared/settings/render-rules.ts'),
    import('../../shared/fetch/render/page-rendering.ts'),
  ]);
  const renderer = chromiumRenderer({ executable, userAgent, pagesAtOnce: rendering.pagesAtOnce });
  try {
    await renderer.start();
  } catch (error) {
    if (error instanceof BrowserError) throw new UsageError(`rendering: ${error.message}`);
    throw error;
  }
  return {
    start: (ports, onFailed) =>
      createPageRendering(renderer, ports, { ...renderRulesOf(settings), isPublicAddress, onFailed }),
    close: renderer.close,
  };
}

const isPublicAddress = (address: string): boolean => checkAddress(address, []) === undefined;
