import type { RefusedRequests, RequestRefusal } from '../../ports/renderer.ts';
import { formatNoun } from '../../text/format-count.ts';

const CAUSES: Record<RequestRefusal, string> = {
  robots: 'robots.txt',
  limit: 'rendering.maxRequests',
  rest: 'the host asked for a rest',
  post: 'POST (rendering.posts)',
  url: 'no HTTP URL',
};

/** Formats the requests of a rendered page that were not sent: `['3 requests refused: robots.txt 1, rendering.maxRequests 2']`, or nothing. */
export function formatRefusals(refused: RefusedRequests): string[] {
  const causes = Object.entries(refused);
  if (causes.length === 0) return [];
  const sum = causes.reduce((total, [, n]) => total + n, 0);
  const list = causes.map(([cause, n]) => `${CAUSES[cause as RequestRefusal]} ${n}`).join(', ');
  return [`${formatNoun(sum, 'request')} refused: ${list}`];
}
