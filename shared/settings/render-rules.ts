import { cleanPage } from '../clean/clean-page.ts';
import { isScriptShell } from '../clean/embedded/script-shell.ts';
import type { HtmlPage, PageState, RenderRules } from '../fetch/render/page-rendering.ts';
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
    stateOf: pageStates(settings),
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
function pageStates(settings: Settings): (page: HtmlPage) => PageState {
  const options = cleanOptionsOf(settings);
  return (page) => {
    const document = cleanPage(page, options);
    if (document.reason !== null && document.reason !== 'no-content') return 'refused';
    return isScriptShell(page, document, options) ? 'empty' : 'text';
  };
}
