import { html } from 'hono/html';
import type { CrawlStatus } from '../../shared/frontier/explain/status.ts';
import type { Locale } from '../language/locale.ts';
import type { Html } from '../pages/layout.ts';
import type { ControlledState } from './control.ts';

/** The buttons that pause or stop a crawl, or resume a paused or stopped one. Work without scripts. */
export function controlForm({ t }: Locale, { crawl, state }: CrawlStatus, token: string): Html {
  const isClosed = state === 'paused' || state === 'stopped';
  const button = (next: ControlledState, label: string) => html`<button name="state" value="${next}">${label}</button>`;
  const first = isClosed ? button('open', t('control.resume')) : button('paused', t('control.pause'));
  const stop = state === 'stopped' ? '' : html` ${button('stopped', t('control.stop'))}`;
  return html`<form class="control" method="post" action="/control"><input type="hidden" name="token" value="${token}"><input type="hidden" name="crawl" value="${crawl}">${first}${stop}</form>`;
}
