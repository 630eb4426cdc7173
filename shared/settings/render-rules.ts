import type { CleanOptions } from '../clean/clean-options.ts';
import { cleanPage } from '../clean/clean-page.ts';
import { hasScripts, isScriptShell } from '../clean/embedded/script-shell.ts';
import type { RenderRules } from '../fetch/render/page-rendering.ts';
import { productToken } from '../robots/product-token.ts';
import { compilePattern } from '../url/pattern.ts';
import { ignoredRobotsHosts } from './robots.ts';
import type { Settings } from './settings.ts';
import { cleanOptionsOf } from './stage-options.ts';

/** Number of pages that wait for each one that is rendered, from which on no more are fetched. */
const MAX_OPEN = 4;

/** Returns the rules of rendering of a crawl that renders pages. */
export function renderRulesOf(settings: Settings): RenderRules {
  const { rendering, limits, userAgent, robots } = settings;
  const patterns = rendering.pages.map(compilePattern);
  return {
    isChosen: (url) => patterns.some((matches) => matches(url)),
    emptyPages: rendering.emptyPages,
    ...pageReaders(cleanOptionsOf(settings)),
    renderMs: rendering.timeoutMs,
    maxOpen: MAX_OPEN * rendering.pagesAtOnce,
    agent: productToken(userAgent),
    ignoresRobots: ignoredRobotsHosts(robots),
    timeoutMs: Math.min(limits.fetchTimeoutMs, rendering.timeoutMs),
    maxBytes: limits.maxPageBytes,
    maxRequests: rendering.maxRequests,
    posts: rendering.posts,
  };
}

/** Reads pages as the clean stage does. */
const pageReaders = (options: CleanOptions): Pick<RenderRules, 'hasScripts' | 'stateOf'> => ({
  hasScripts: (page) => hasScripts(page, options),
  stateOf(page) {
    const document = cleanPage(page, options);
    if (document.reason !== null && document.reason !== 'no-content') return 'refused';
    return isScriptShell(page, document, options) ? 'empty' : 'text';
  },
});
