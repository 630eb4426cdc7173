import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import type { OpenFrontier, WaitingOffer } from './observed-frontier.ts';

/** The frontier in the run's database. */
export const sqliteObserved: OpenFrontier = async ({ db }) => {
  const frontier = sqliteFrontier(db);
  const waiting =
    db.prepare(`SELECT i.crawl, i.host, i.id, i.body, h.manifest FROM inbox i JOIN head h USING (crawl, host)
    LEFT JOIN host_lock l USING (grp) WHERE h.due IS NULL OR (h.due > :soon AND h.due > coalesce(l.open_at, 0) + 2000)`);
  const anyDue = db.prepare('SELECT 1 FROM head WHERE crawl = ? AND due <= ? LIMIT 1');
  return {
    frontier,
    exact: frontier,
    local: frontier,
    lists: ['putInbox', 'notifyHosts', 'writeBundles', 'deleteBundles', 'deleteInbox'],
    isAnyDue: (crawl, at) => anyDue.get(crawl, at) !== undefined,
    // The database counts them.
    changes: () => 0,
    waitingOffers: async (soon) => waiting.all({ soon }) as WaitingOffer[],
  };
};
