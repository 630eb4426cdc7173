import { createTally, type Tally, tally } from '../tally.ts';

/** The closed list of problems that `thresher sanity` finds, with what they mean. */
export const PROBLEMS = {
  'damaged-database': 'SQLite reports damage in a database file',
  'damaged-host': 'the frontier of a host cannot be read: a bundle is missing or damaged',
  'wrong-count': "the counts of a host differ from its frontier's entries",
  'missing-document': 'the frontier calls a page fetched, but clean/ has no document of it',
  'missing-record': 'a page is relevant, but its record is not in the search index',
  'orphaned-record': 'a record lists a URL, but the frontier knows no such page with this text',
  'missing-capture': 'a record names a WARC object that does not exist',
  'uncleaned-object': 'a WARC object was neither cleaned nor is it in a queue',
  'unreadable-object': 'a stored object cannot be read',
  'orphaned-message': 'a message names an object or a crawl that does not exist',
  'stale-lease': 'a killed process still holds a message, a host lock or reserved pages',
  'dead-letter': 'a message failed too often (`thresher dlq` lists it)',
} as const;

export type ProblemKind = keyof typeof PROBLEMS;

/** Problems of one kind. `repaired`: how many of them were repaired, or queued for the next crawl. */
export type Problem = Tally & { kind: ProblemKind; repaired: number };

export type ProblemList = {
  add(kind: ProblemKind, example: string, isRepaired?: boolean): void;
  /** Counts repairs of problems that were added before. */
  repaired(kind: ProblemKind, n?: number): void;
  list(): Problem[];
};

export function createProblemList(): ProblemList {
  const found = new Map<ProblemKind, Problem>();
  const of = (kind: ProblemKind): Problem => {
    const problem = found.get(kind) ?? { kind, ...createTally(), repaired: 0 };
    found.set(kind, problem);
    return problem;
  };
  return {
    add(kind, example, isRepaired = false) {
      tally(of(kind), example);
      if (isRepaired) of(kind).repaired++;
    },
    repaired(kind, n = 1) {
      of(kind).repaired += n;
    },
    list: () => (Object.keys(PROBLEMS) as ProblemKind[]).flatMap((kind) => found.get(kind) ?? []),
  };
}
