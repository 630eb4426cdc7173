import { chromiumRenderer } from '../../shared/net/chromium/chromium-renderer.ts';
import { findChromium } from '../../shared/net/chromium/find-chromium.ts';
import type { Rendering, Resource } from '../../shared/ports/renderer.ts';
import type { Url } from '../../shared/url/url.ts';

export const executable = process.env['CHROMIUM'] ?? findChromium(process.env['PATH'] ?? '')!;

/** Limit of the HTML of rendered pages, bytes. */
export const MAX_BYTES = 1_000_000;

/** Requests of a page, with what may read their responses. */
export type Asked = { url: string; readBy?: string };

export const PAGE_URL = 'https://app.test/page?a=1' as Url;

/** Renders a page in a browser of its own. */
export async function render(
  html: string | Uint8Array,
  resources: Record<string, Resource> = {},
  { timeoutMs = 3_000, maxBytes = MAX_BYTES, type = 'text/html; charset=utf-8', onAsked = (_: Asked): void => {} } = {},
): Promise<Rendering> {
  const renderer = chromiumRenderer({ executable, userAgent: 'Bogbot/1.0', pagesAtOnce: 1 });
  try {
    const page = {
      url: PAGE_URL,
      status: 200,
      headers: [['content-type', type]] as const,
      body: Buffer.from(html),
      load: async (request: Asked) => {
        onAsked(request);
        return resources[request.url];
      },
    };
    return await renderer.render(page, { waitMs: 10_000, timeoutMs, maxBytes });
  } finally {
    await renderer.close();
  }
}

export const textOf = (rendering: Rendering) =>
  rendering.kind === 'rendered' ? Buffer.from(rendering.html).toString() : rendering;
