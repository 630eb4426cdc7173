import { cleanPage } from '../clean/clean-page.ts';
import { isScriptShell } from '../clean/script-shell.ts';
import type { HtmlPage, RenderRules } from '../fetch/render/render-pages.ts';
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
    isEmpty: isEmptyPage(settings),
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

/** Reads the page as the clean stage does. */
function isEmptyPage(settings: Settings): (page: HtmlPage) => boolean {
  const options = cleanOptionsOf(settings);
  return (page) => isScriptShell(page, cleanPage(page, options), options);
}
