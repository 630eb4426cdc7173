import type { HostDumpLine } from '../../frontier/dump/dump-line.ts';
import { feedbackEntry } from '../../frontier/host/entry.ts';
import { decodeOffer } from '../../frontier/offer-format.ts';
import type { Frontier, HostKey } from '../../ports/frontier.ts';

/** Number of inbox items from which on their feedback is merged. Readers of an inbox take 10,000 at most. */
const MIN_ITEMS = 1_000;

/**
 * Reads the feedback in the inbox of a host, if it is much. Otherwise a visit merges it, but a host of imported pages only may never get
 * one.
 *
 * @param least number of items from which on they are read
 * @returns lines for `loadHost`, and the ids of the items, which the caller deletes after the lines are merged. Items with links stay
 */
export async function readInboxFeedback(
  key: HostKey,
  frontier: Pick<Frontier, 'readInbox'>,
  least = MIN_ITEMS,
): Promise<{ lines: HostDumpLine[]; ids: string[] }> {
  const found: { lines: HostDumpLine[]; ids: string[] } = { lines: [], ids: [] };
  const { items } = await frontier.readInbox(key, least);
  if (items.length < least) return found;
  for (const { id, body } of items) {
    const { links, feedback, recrawl, cash = [] } = decodeOffer(body);
    if (links.length + cash.length > 0 || recrawl || feedback.some(({ revised }) => revised)) continue;
    found.ids.push(id);
    for (const item of feedback) found.lines.push({ type: 'page', ...feedbackEntry(item) });
  }
  return found;
}
