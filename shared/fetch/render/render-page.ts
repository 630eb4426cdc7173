import type { FetchCandidate } from '../../frontier/host/host-frontier.ts';
import type { HttpResponse } from '../../ports/fetcher.ts';
import type { HostVisit } from '../host-visit.ts';
import { recordHostFault, startPause } from '../pacing.ts';

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
  if (rendered.rest) await recordHostFault(visit, rendered.rest.restUntil);
  if (rendered.kind === 'rendered') response.rendered = rendered.html;
  if (rendered.kind === 'busy' || options.signal?.aborted) {
    add('requests', 1);
    add('bytes', response.body.length);
    return false;
  }
  add(`rendering.${rendered.kind}`, 1);
  return true;
}
