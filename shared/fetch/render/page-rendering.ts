import { isBotCheck } from '../../http/bot-check.ts';
import { decodeContent } from '../../http/content-coding.ts';
import { headerValue, headerValues } from '../../http/headers.ts';
import type { HttpResponse } from '../../ports/fetcher.ts';
import type {
  PageToRender,
  RefusedRequests,
  Renderer,
  Rendering,
  RenderLimits,
  RenderNote,
  Resource,
} from '../../ports/renderer.ts';
import { hostOf, type Url } from '../../url/url.ts';
import { RENDERED_TYPE } from '../warc/warc-write.ts';
import type { HostRest } from './host-rests.ts';
import { longestRenderMs, RENDER_WAIT_MS } from './render-time.ts';
import { createResourceLoader } from './resource-loader.ts';
import type { ResourcePorts, ResourceRules } from './resource-rules.ts';

/**
 * What a page has. `empty`: scripts, and so little text that they may write the rest. `refused`: no text that may be kept, because its
 * publisher asks so (`noindex`) or for another reason that rendering does not change.
 */
export type PageState = 'text' | 'empty' | 'refused';

/** A page, decoded. */
export type HtmlPage = Resource & { url: Url };

/** Which pages are rendered, and how long that may take. */
export type RenderRules = ResourceRules & {
  /** Whether a page is rendered whatever its response. */
  isChosen: (url: Url) => boolean;
  /** Also renders other pages that are empty. */
  emptyPages: boolean;
  /** Whether a page has scripts. Without any it is not empty. */
  hasScripts: (page: HtmlPage) => boolean;
  /** See `PageState`. It takes as long as cleaning the page. */
  stateOf: (page: HtmlPage) => PageState;
  /** Time of scripts and requests of a page. Milliseconds. */
  renderMs: number;
  /** Number of pages that are rendered or wait for it, from which on no more are fetched. */
  maxOpen: number;
  onFailed?: OnFailed | undefined;
};

/** Called for a page that could not be rendered, with the cause. */
export type OnFailed = (url: Url, detail: string) => void;

export type RenderedResponse = (Rendering | { kind: 'refused' }) & {
  /** Number of requests that were sent for the page, and of bytes received. */
  requests: number;
  bytes: number;
  refused: RefusedRequests;
  why: RenderNote['why'];
  /** Rest that the host of the page asked for meanwhile. Absent: it asked for none. */
  rest?: HostRest;
};

/** Renders pages of visits. */
export type PageRendering = {
  /** Longest time of one call of `render`. Milliseconds. */
  maxMs: number;
  /** Whether a page is rendered whatever its response. Its requests are not conditional: the same response may show other text. */
  isChosen(url: Url): boolean;
  /** Waits while many pages are being rendered, but not long: a page that is fetched now would have no turn. */
  room(signal?: AbortSignal): Promise<void>;
  /**
   * @returns undefined if the page is not to be rendered
   * @throws LocalFaultError if this machine cannot send requests, and errors of the store
   */
  render(url: Url, response: HttpResponse, signal?: AbortSignal): Promise<RenderedResponse | undefined>;
};

const RENDERED_HEADERS: HtmlPage['headers'] = [['content-type', RENDERED_TYPE]];

const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

export function createPageRendering(renderer: Renderer, ports: ResourcePorts, rules: RenderRules): PageRendering {
  const startPage = createResourceLoader(ports, rules);
  let open = 0;
  /** Visits that wait for room. */
  const waiting = new Set<() => void>();

  async function renderOpen(page: PageToRender, limits: RenderLimits): Promise<Rendering> {
    open++;
    try {
      return await renderer.render(page, limits);
    } finally {
      open--;
      for (const proceed of waiting) proceed();
    }
  }

  return {
    async room(signal) {
      const ended = new AbortController();
      const within = AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]);
      const timer = ports.clock.sleep(RENDER_WAIT_MS / 2, within).then(() => ended.abort());
      while (open >= rules.maxOpen && !within.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.add(resolve);
        await Promise.race([promise, timer]);
        waiting.delete(resolve);
      }
      ended.abort();
    },
    maxMs: longestRenderMs(rules.renderMs),
    isChosen: rules.isChosen,
    async render(url, response, signal) {
      const isChosen = rules.isChosen(url);
      if (!isHtmlPage(response) || !(isChosen || rules.emptyPages)) return undefined;
      const { status } = response;
      const headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
      const coding = headerValues(response.headers, 'content-encoding').join(',');
      const decoded = decodeContent(response.body, coding, rules.maxBytes);
      // The clean stage says what is wrong with such a page.
      if ('reason' in decoded) return undefined;
      const page: HtmlPage = { url, status, headers, body: decoded.bytes };
      if (!isChosen && !rules.hasScripts(page)) return undefined;
      const state = rules.stateOf(page);
      const why = isChosen ? 'chosen' : 'empty';
      if (state === 'refused')
        return isChosen ? { kind: 'refused', requests: 0, bytes: 0, refused: {}, why } : undefined;
      if (!isChosen && state !== 'empty') return undefined;
      const resources = startPage(signal, { url, address: response.address });
      const limits = { waitMs: RENDER_WAIT_MS, timeoutMs: rules.renderMs, maxBytes: rules.maxBytes, signal };
      const rendering = await renderOpen({ ...page, load: resources.load }, limits);
      await resources.end();
      const usage = resources.usage();
      const found = checkRendering(rendering, page, state, rules);
      if (found.kind === 'failed' && !signal?.aborted) rules.onFailed?.(url, found.detail);
      const rest = resources.restOf(hostOf(url));
      return { ...found, ...usage, why, ...(rest && { rest }) };
    },
  };
}

/** A script may fail after it has removed the text of a page, remove everything, or write without end. */
function checkRendering(
  rendering: Rendering,
  sent: HtmlPage,
  state: PageState,
  { maxBytes, stateOf }: RenderRules,
): Rendering {
  if (rendering.kind !== 'rendered') return rendering;
  const { length } = rendering.html;
  if (length === 0) return { kind: 'failed', detail: 'the rendered page is empty' };
  if (length > maxBytes) return { kind: 'failed', detail: `the rendered page has more than ${maxBytes} bytes` };
  const shown: HtmlPage = { ...sent, headers: RENDERED_HEADERS, body: rendering.html };
  return state === 'text' && stateOf(shown) === 'empty'
    ? { kind: 'failed', detail: 'its scripts remove the text of the page' }
    : rendering;
}

function isHtmlPage({ status, headers, body, truncated, refused, isHead }: HttpResponse): boolean {
  if (status < 200 || status > 299 || body.length === 0 || truncated || refused !== undefined || isHead) return false;
  // Its scripts would answer for a person.
  if (isBotCheck(headers)) return false;
  return HTML_TYPE.test(headerValue(headers, 'content-type') ?? '');
}
