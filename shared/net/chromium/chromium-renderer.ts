/**
 * Renders pages with Chromium, driven by playwright-core. The browser has no access to the network: the page and all that it asks for are
 * given to it. It loads scripts and data, and neither fonts, media nor frames; styles and images are empty.
 */
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { createTurns } from '../../http/turns.ts';
import type { PageToRender, Renderer, Rendering, RenderLimits, Resource } from '../../ports/renderer.ts';
import { readPageHtml } from './page-html.ts';
import { takeTurn } from './take-turn.ts';

export type ChromiumOptions = {
  /** Path of the browser. */
  executable: string;
  userAgent: string;
  /** Number of pages that are rendered at the same time. */
  pagesAtOnce: number;
};

type Rendered = Extract<Rendering, { kind: 'rendered' }>;

/** The browser could not be started. */
export class BrowserError extends Error {
  override name = 'BrowserError';
}

/** Types of resources that can change the text of a page. */
const LOADED_TYPES: ReadonlySet<string> = new Set(['script', 'xhr', 'fetch']);

const placeholder = (mediaType: string, text: string): Resource => ({
  status: 200,
  headers: [
    ['content-type', mediaType],
    ['access-control-allow-origin', '*'],
  ],
  body: Buffer.from(text),
});

/** Stand for resources that change no text. Scripts may wait for them, and show an error if one fails. */
const PLACEHOLDERS: ReadonlyMap<string, Resource> = new Map([
  ['stylesheet', placeholder('text/css', '')],
  ['image', placeholder('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
]);

/** Headers that the network client sets itself, or that describe a browser. */
const OWN_HEADER =
  /^(?:accept-encoding|accept-language|connection|content-length|cookie|host|user-agent|upgrade-insecure-requests|sec-.*|:.*)$/;

/** Headers that describe a body as it was sent. */
const CODED_HEADER = /^(?:content-encoding|content-length|transfer-encoding|connection|keep-alive|set-cookie)$/i;

const FLAGS = [
  // Requests that are not routed, such as those of WebRTC and of name look-ups ahead, reach nothing.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
  '--block-new-web-contents',
  // Otherwise a script may take several gigabytes within its time.
  '--js-flags=--max-old-space-size=512',
  ...['--disable-gpu', '--mute-audio', '--disable-dev-shm-usage'],
];

/** A tall window: many pages load their parts when they come into view. Pixels. */
const VIEWPORT = { width: 1280, height: 4_000 };

/** Time in which the page must tell its content, and its tab must close. Milliseconds. */
const ANSWER_MS = 2_000;

/** A browser. `isOver`: it has ended, or is about to. */
type Running = { browser: Promise<Browser>; isOver: boolean };

/**
 * Creates the renderer. The browser starts with `start`, and again after it has ended.
 *
 * @throws BrowserError from `start` if the browser does not start
 */
export function chromiumRenderer(options: ChromiumOptions): Renderer & { start(): Promise<void> } {
  const turns = createTurns(options.pagesAtOnce);
  const ending = new Set<Promise<unknown>>();
  let latest: Running | undefined;

  function start(): Running {
    if (latest && !latest.isOver) return latest;
    const running: Running = { browser: launch(options.executable), isOver: false };
    const setOver = () => {
      running.isOver = true;
    };
    running.browser.then((browser) => browser.once('disconnected', setOver), setOver);
    latest = running;
    return running;
  }

  /** Ends a browser. If it does not answer, that takes half a minute, for which only `close` waits. */
  function end(running: Running): void {
    running.isOver = true;
    const ended = running.browser.then((browser) => browser.close()).catch(() => {});
    ending.add(ended);
    void ended.then(() => ending.delete(ended));
  }

  /** @returns undefined if the browser has ended, for which another page or a lack of memory may be the cause */
  async function renderIn(running: Running, page: PageToRender, limits: RenderLimits): Promise<Rendered | undefined> {
    const { timeoutMs, signal } = limits;
    const browser = await running.browser;
    const context = browser.newContext({
      userAgent: options.userAgent,
      viewport: VIEWPORT,
      serviceWorkers: 'block',
      acceptDownloads: false,
    });
    const reading = context.then((open) => readPage(open, page, limits));
    const [rendered] = await Promise.allSettled([within(timeoutMs + ANSWER_MS, reading, signal)]);
    const { isOver } = running;
    const closing = context.then((open) => open.close());
    // A page whose scripts never end does not close either.
    const isClosed = await within(ANSWER_MS, closing).then(
      () => true,
      () => false,
    );
    const hasEnded = isOver || !browser.isConnected();
    if (!isClosed) end(running);
    if (rendered.status === 'fulfilled') return rendered.value;
    if (!hasEnded || signal?.aborted) throw rendered.reason;
    return undefined;
  }

  async function renderNow(page: PageToRender, limits: RenderLimits): Promise<Rendering> {
    const rendered = (await renderIn(start(), page, limits)) ?? (await renderIn(start(), page, limits));
    return rendered ?? { kind: 'failed', detail: 'the browser has ended twice' };
  }

  return {
    async start() {
      await start().browser;
    },
    async render(page, limits) {
      const endTurn = await takeTurn(turns, limits);
      if (!endTurn) return { kind: 'busy' };
      try {
        return await renderNow(page, limits);
      } catch (error) {
        return { kind: 'failed', detail: (error as Error).message.split('\n', 1)[0]! };
      } finally {
        endTurn();
      }
    },
    async close() {
      if (latest) end(latest);
      await Promise.all(ending);
    },
  };
}

async function launch(executable: string): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  try {
    return await chromium.launch({
      executablePath: executable,
      // Chromium refuses its sandbox to root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: FLAGS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    throw new BrowserError(`${executable} does not start: ${launchFault((error as Error).message)}`);
  }
}

/** Returns what the browser has printed, which says more than that it has ended, or else the first line of an error. */
function launchFault(message: string): string {
  if (message.includes('sandboxing failed'))
    return 'its sandbox needs user namespaces, which this system or container does not allow';
  return /\[err\] (.+)/.exec(message)?.[1] ?? message.split('\n', 1)[0]!;
}

/** The answer to a script that leads to another page, after which a browser stays where it is (RFC 9110, 15.3.5). */
const STAY: Resource = { status: 204, headers: [], body: new Uint8Array(0) };

/** Loads a page, waits until its scripts are quiet, and returns its HTML. */
async function readPage(
  context: BrowserContext,
  given: PageToRender,
  { timeoutMs, maxBytes }: RenderLimits,
): Promise<Rendered> {
  const page = await context.newPage();
  context.on('page', (other) => void other.close().catch(() => {}));
  let isShown = false;
  async function respond(route: Route): Promise<void> {
    const isPage = isPageRequest(route, page);
    const isFirst = isPage && !isShown;
    isShown ||= isPage;
    const resource = isPage ? (isFirst ? given : STAY) : await load(route, given);
    await answer(route, resource);
  }
  // An error here would end the process: the frame of another window does not exist yet, or the page is closed by now.
  await context.route('**/*', (route) => respond(route).catch(() => route.abort().catch(() => {})));
  const until = performance.now() + timeoutMs;
  let isUnfinished = false;
  const left = () => Math.max(1, until - performance.now());
  try {
    await page.goto(given.url, { waitUntil: 'domcontentloaded', timeout: left() });
    await page.waitForLoadState('networkidle', { timeout: left() });
  } catch (error) {
    // A page that is never quiet is read as it is.
    if (!isShown || (error as Error).name !== 'TimeoutError') throw error;
    isUnfinished = true;
  }
  const html = await readPageHtml(page, maxBytes);
  return { kind: 'rendered', html, ...(isUnfinished && { isUnfinished }) };
}

const isPageRequest = (route: Route, page: Page): boolean =>
  route.request().isNavigationRequest() && route.request().frame() === page.mainFrame();

async function load(route: Route, { url: pageUrl, load: loadResource }: PageToRender): Promise<Resource | undefined> {
  const request = route.request();
  const type = request.resourceType();
  const method = request.method();
  const placeholder = PLACEHOLDERS.get(type);
  if (placeholder) return placeholder;
  if (!LOADED_TYPES.has(type) || (method !== 'GET' && method !== 'POST')) return undefined;
  const url = request.url().replace(/#.*/s, '');
  const { origin } = request.headers();
  // Chromium names the origin of a request to another one, but not for scripts without `crossorigin`: those are not read.
  const readBy = origin ?? (type === 'script' ? undefined : new URL(pageUrl).origin);
  const headers = Object.fromEntries(Object.entries(request.headers()).filter(([name]) => !OWN_HEADER.test(name)));
  const body = request.postDataBuffer();
  return loadResource({
    url,
    method,
    headers,
    ...(readBy !== undefined && { readBy }),
    ...(body && { body }),
    isScript: type === 'script',
  });
}

async function answer(route: Route, resource: Resource | undefined): Promise<void> {
  if (!resource) return route.abort('blockedbyclient');
  const headers: Record<string, string> = {};
  for (const [name, value] of resource.headers) {
    const key = name.toLowerCase();
    if (!CODED_HEADER.test(key)) headers[key] = key in headers ? `${headers[key]}, ${value}` : value;
  }
  await route.fulfill({ status: resource.status, headers, body: Buffer.from(resource.body) });
}

/** @throws Error if the task does not end in time, or the signal aborts */
async function within<T>(ms: number, task: Promise<T>, signal?: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  const abort = () => reject(new Error('interrupted'));
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  // It may fail after the time, when its error is of no use.
  task.catch(() => {});
  try {
    return await Promise.race([task, promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
