import type { FetchCandidate } from '../../frontier/host/host-frontier.ts';
import type { HttpResponse } from '../../ports/fetcher.ts';
import type { RenderNote } from '../../ports/renderer.ts';
import type { HostVisit } from '../host-visit.ts';
import { retryAfterOutage } from '../outage.ts';
import { recordHostFault, startPause } from '../pacing.ts';
import type { HostRest } from './host-rests.ts';
import type { RenderedResponse } from './page-rendering.ts';

/**
 * Renders the page of a response, if the crawl renders such pages, and adds the result to the response. A page that cannot be rendered
 * stays as it was sent.
 *
 * @returns false if it had no turn or the visit is aborted: the URL keeps its place
 */
export async function renderPage(
  visit: HostVisit,
  { url, kind }: FetchCandidate,
  response: HttpResponse,
): Promise<boolean> {
  const { options, totals, pacing, ports } = visit;
  if (!options.rendering || kind !== 'page') return true;
  const rendered = await options.rendering.render(url, response, options.signal);
  if (!rendered) return true;
  const { counts } = totals;
  const add = (name: string, n: number) => {
    counts[name] = (counts[name] ?? 0) + n;
  };
  add('requests', rendered.requests);
  add('bytes', rendered.bytes);
  // Scripts may have sent requests to the host until now.
  startPause(visit, ports.clock.now(), pacing.pauseMs);
  if (rendered.rest) await restAfterPage(visit, rendered.rest);
  if (rendered.kind === 'busy' || options.signal?.aborted) {
    add('requests', 1);
    add('bytes', response.body.length);
    return false;
  }
  if (rendered.kind === 'rendered') response.rendered = rendered.html;
  response.rendering = noteOf(rendered, rendered.kind);
  if (rendered.kind !== 'refused') add(`rendering.${rendered.kind}`, 1);
  const refused = Object.values(rendered.refused).reduce((sum, n) => sum + n, 0);
  if (refused > 0) add('rendering.refused', refused);
  return true;
}

/**
 * Ends the visit, because the host has asked for a rest. It has sent the page, so its failures in a row end with that: some servers
 * refuse one request of each page, always.
 */
async function restAfterPage(visit: HostVisit, { restUntil }: HostRest): Promise<void> {
  await retryAfterOutage(visit, visit.ports.clock.now());
  visit.pacing.lock = { ...visit.pacing.lock, failures: 0 };
  await recordHostFault(visit, restUntil);
}

/** Maximum length of the stored cause of a failure. Characters. */
const MAX_DETAIL_LENGTH = 200;

function noteOf(rendered: RenderedResponse, result: RenderNote['result']): RenderNote {
  const { why, requests, refused } = rendered;
  return {
    result,
    why,
    ...(rendered.kind === 'failed' && { detail: rendered.detail.slice(0, MAX_DETAIL_LENGTH) }),
    ...(requests > 0 && { requests }),
    ...(Object.keys(refused).length > 0 && { refused }),
    ...(rendered.kind === 'rendered' && rendered.isUnfinished && { isUnfinished: true }),
  };
}
