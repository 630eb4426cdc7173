import type { HttpResponse } from '../../shared/ports/fetcher.ts';
import type { RobotsItem } from '../../shared/ports/robots-store.ts';
import { formatRefusals } from '../../shared/settings/explain/format-refusals.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { formatNoun } from '../../shared/text/format-count.ts';
import type { Url } from '../../shared/url/url.ts';
import { DEFAULT_USER_AGENT, type PoliteClient } from '../fetch/polite-client.ts';
import { openRendering } from './open-rendering.ts';

/** Called for each request of the page, and for the result. */
type LogStep = (step: string, decision: string, detail: string) => void;

/**
 * Renders the page of a response, as a crawl would with its default settings.
 *
 * @param path folders that are searched for a browser, in the form of `PATH`
 * @returns HTML in UTF-8; undefined if the response is no HTML page with a status 2xx, the page has noindex, or it cannot be rendered
 * @throws UsageError if there is no browser, or it does not start
 */
export async function renderAnswer(
  { url, answer, userAgent = DEFAULT_USER_AGENT }: { url: Url; answer: HttpResponse; userAgent?: string | undefined },
  web: PoliteClient,
  { path, signal, log }: { path: string; signal: AbortSignal; log: LogStep },
): Promise<Uint8Array | undefined> {
  const settings = readSettings({ seeds: [url], userAgent, rendering: { pages: ['*'] } });
  const browser = await openRendering(settings, path);
  if (!browser) throw new Error('the settings do not render pages');
  try {
    let cause = '';
    const ports = { fetcher: web.fetcher, clock: web.clock, robots: robotsStoreOf(web.robots) };
    const from = web.requests.length;
    const rendered = await browser
      .start(ports, (_, detail) => {
        cause = detail;
      })
      .render(url, answer, signal);
    for (const { url: requested, status, detail } of web.requests.slice(from))
      log('request', `${status ?? 'failed'}`, status === null ? `${requested}: ${detail}` : requested);
    if (rendered?.kind === 'rendered') {
      const size = formatNoun(rendered.html.length, 'byte');
      const refused = formatRefusals(rendered.refused);
      log('render', 'rendered', [`${size}, after ${formatNoun(rendered.requests, 'request')}`, ...refused].join('; '));
      return rendered.html;
    }
    if (rendered && rendered.kind !== 'refused') log('render', 'failed', cause);
    else log('render', 'skipped', 'only HTML pages with a status from 200 to 299, and without noindex, are rendered');
    return undefined;
  } finally {
    await browser.close();
  }
}

const robotsStoreOf = (items: Map<string, RobotsItem>) => ({
  get: async (origin: string) => items.get(origin),
  put: async (item: RobotsItem) => void items.set(item.origin, item),
});
