import type { RecordsSyntax } from '../../shared/search/search-records.ts';
import { DEFAULT_FORMAT, type ResultsFormat } from './results-format.ts';

/** What a session has set. */
export type SqiSettings = {
  syntax: RecordsSyntax;
  format: ResultsFormat;
  /** Maximum number of results of a query. 0: as many as there are. */
  maxQueryResults: number;
  /** Number of results in a response. 0: as many as fit. */
  resultsSetSize: number;
  /** Maximum time of a query, in milliseconds. 0: that of the server. */
  maxDurationMs: number;
  /** URL that gets the results of asynchronous queries. Absent: none is set. */
  sourceLocation?: string;
};

/** Results in a response of a session that sets no number. */
const DEFAULT_SET_SIZE = 25;

/** Maximum number of open sessions, with some hundred bytes each. */
const MAX_SESSIONS = 10_000;

/** Sessions expire when they have not been used for so long. Milliseconds. */
const IDLE_MS = 30 * 60_000;

/** Open sessions, in the memory of the server. */
export type SqiSessions = {
  /** Opens a session. If there are too many, the one that was idle longest is closed. @returns its id, which is random (UUID) */
  create(): string;
  /** Returns the settings of a session, which the caller may change; undefined if there is no such session. */
  find(id: string): SqiSettings | undefined;
  /** @returns whether there was such a session */
  destroy(id: string): boolean;
};

/** @param now the time in milliseconds */
export function createSqiSessions(now: () => number = Date.now): SqiSessions {
  const sessions = new Map<string, { settings: SqiSettings; usedAt: number }>();

  /** A Map iterates in the order of insertion, and used sessions are inserted again: the first ones were idle longest. */
  function dropOld(): void {
    for (const [id, { usedAt }] of sessions) {
      if (now() - usedAt <= IDLE_MS && sessions.size < MAX_SESSIONS) return;
      sessions.delete(id);
    }
  }

  return {
    create() {
      dropOld();
      const id = crypto.randomUUID();
      sessions.set(id, { settings: newSettings(), usedAt: now() });
      return id;
    },
    find(id) {
      const session = sessions.get(id);
      sessions.delete(id);
      if (!session || now() - session.usedAt > IDLE_MS) return undefined;
      sessions.set(id, { ...session, usedAt: now() });
      return session.settings;
    },
    destroy: (id) => sessions.delete(id),
  };
}

const newSettings = (): SqiSettings => ({
  syntax: 'plql',
  format: DEFAULT_FORMAT,
  maxQueryResults: 0,
  resultsSetSize: DEFAULT_SET_SIZE,
  maxDurationMs: 0,
});
