import { html } from 'hono/html';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { Locale } from '../language/locale.ts';
import type { Html } from '../pages/layout.ts';

/** The button that pauses a crawl, or resumes a paused or stopped one. Works without scripts. */
export function controlForm({ t }: Locale, { crawl, state }: CrawlStatus, token: string): Html {
  const isClosed = state === 'paused' || state === 'stopped';
  const [next, label] = isClosed ? ['open', t('control.resume')] : ['paused', t('control.pause')];
  return html`<form class="control" method="post" action="/control"><input type="hidden" name="token" value="${token}"><input type="hidden" name="crawl" value="${crawl}"><button name="state" value="${next}">${label}</button></form>`;
}
