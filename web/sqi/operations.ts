import { MAX_REACHED_RECORDS, type RecordsAnswer } from '../../shared/search/search-records.ts';
import { LIMITS } from '../api/search-query.ts';
import type { WebPorts } from '../ports.ts';
import { deliver, notAsynchronous, type SqiSources, sourceLocation } from './asynchronous.ts';
import { LANGUAGE_NAMES, queryLanguage } from './query-language.ts';
import { resultsFormat } from './results-format.ts';
import { resultsXml } from './results-xml.ts';
import type { SqiSessions, SqiSettings } from './sessions.ts';
import { type SoapFault, type SqiFaultName, sqiFault } from './sqi-fault.ts';

/** Where the results of a session come from. */
export type SqiTarget = {
  crawl: string;
  sessions: SqiSessions;
  searchRecords: NonNullable<WebPorts['searchRecords']>;
  /** Absent: there are no asynchronous queries. */
  sources: SqiSources | undefined;
  logError: (error: unknown) => void;
};

/** The value of each parameter of a call, by its name. */
type Values = ReadonlyMap<string, string>;

/** Answers a call. The result is that of an operation which returns something. @throws SoapFault if the call is not valid */
type Operation = (values: Values, target: SqiTarget) => Promise<string | number | undefined> | string | undefined;

/** Largest `int` of XML Schema. */
const MAX_INT = 2 ** 31 - 1;

/** User of sessions without an account, as in anonymous FTP. */
const GUEST = 'anonymous';

/** Operations of SQI (CWA 15454). All but the first three belong to a session. */
export const SQI_OPERATIONS: Readonly<Record<string, Operation>> = {
  createAnonymousSession: (_, { sessions }) => sessions.create(),
  createSession(values, { sessions }) {
    if (['', GUEST].includes(textOf(values, 'userID'))) return sessions.create();
    throw sqiFault(
      'WRONG_CREDENTIALS',
      `there are no accounts; use createAnonymousSession, or the user ${GUEST} with any password`,
    );
  },
  destroySession(values, { sessions }) {
    if (!sessions.destroy(textOf(values, 'sessionID'))) throw noSuchSession();
    return undefined;
  },
  setQueryLanguage: setting((session, values) => {
    session.syntax = queryLanguage(textOf(values, 'queryLanguageID'));
  }),
  setResultsFormat: setting((session, values) => {
    session.format = resultsFormat(textOf(values, 'resultsFormat'));
  }),
  setMaxQueryResults: setting((session, values) => {
    session.maxQueryResults = numberOf(values, 'maxQueryResults', 0, 'INVALID_MAX_QUERY_RESULTS');
  }),
  setResultsSetSize: setting((session, values) => {
    session.resultsSetSize = numberOf(values, 'resultsSetSize', 0, 'INVALID_RESULTS_SET_SIZE');
  }),
  setMaxDuration: setting((session, values) => {
    session.maxDurationMs = numberOf(values, 'maxDuration', 0, 'INVALID_MAX_DURATION');
  }),
  async synchronousQuery(values, target) {
    const session = sessionOf(values, target);
    const start = numberOf(values, 'startResult', 1, 'INVALID_START_RESULT');
    const { format, maxQueryResults, resultsSetSize } = session;
    const most = Math.min(MAX_REACHED_RECORDS, maxQueryResults || MAX_REACHED_RECORDS);
    const wanted = format.level === 0 ? 0 : Math.min(resultsSetSize || LIMITS.size, LIMITS.size);
    const size = Math.max(0, Math.min(wanted, most - start + 1));
    return readResults(session, values, { start, size }, target);
  },
  async getTotalResultsCount(values, target) {
    return (await search(sessionOf(values, target), values, { from: 0, size: 0 }, target)).total;
  },
  setSourceLocation(values, target) {
    const session = sessionOf(values, target);
    session.sourceLocation = sourceLocation(textOf(values, 'sourceLocation'), target.sources);
    return undefined;
  },
  async asynchronousQuery(values, target) {
    const session = sessionOf(values, target);
    const { sources, logError } = target;
    if (!sources) throw notAsynchronous();
    const { sourceLocation: url } = session;
    if (url === undefined) throw sqiFault('NO_SOURCE_LOCATION', 'call setSourceLocation before');
    // Searched before the call returns, so that it gets the faults of the query.
    const size = session.format.level === 0 ? 0 : Math.min(session.maxQueryResults || LIMITS.size, LIMITS.size);
    const results = await readResults(session, values, { start: 1, size }, target);
    deliver(sources, { url, queryId: textOf(values, 'queryID'), results }, logError);
    return undefined;
  },
};

/** Returns an operation that changes a session and returns nothing. */
function setting(change: (session: SqiSettings, values: Values) => void): Operation {
  return (values, target) => {
    change(sessionOf(values, target), values);
    return undefined;
  };
}

const noSuchSession = (): SoapFault =>
  sqiFault('NO_SUCH_SESSION', 'there is no such session, or it has expired; create one');

function sessionOf(values: Values, { sessions }: SqiTarget): SqiSettings {
  const session = sessions.find(textOf(values, 'targetSessionID'));
  if (session) return session;
  throw noSuchSession();
}

/** Returns the text of a parameter; an empty one if it is absent. */
const textOf = (values: Values, name: string): string => (values.get(name) ?? '').trim();

function numberOf(values: Values, name: string, min: number, fault: SqiFaultName): number {
  const text = textOf(values, name);
  const number = /^\+?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= MAX_INT) return number;
  throw sqiFault(fault, `${name} must be a whole number from ${min} on`);
}

/** Reads a part of the results of a query. @param part.start position of the first, from 1 */
async function readResults(
  session: SqiSettings,
  values: Values,
  { start, size }: { start: number; size: number },
  target: SqiTarget,
): Promise<string> {
  const { format, maxQueryResults, syntax } = session;
  const found = await search(session, values, { from: size === 0 ? 0 : start - 1, size }, target);
  const count = Math.min(found.total, maxQueryResults || found.total);
  return resultsXml(format, { found, start, count, language: LANGUAGE_NAMES[syntax] });
}

type Found = Extract<RecordsAnswer, { total: number }>;

async function search(
  { syntax, maxDurationMs }: SqiSettings,
  values: Values,
  page: { from: number; size: number },
  { crawl, searchRecords }: SqiTarget,
): Promise<Found> {
  const query = values.get('queryStatement') ?? '';
  if (query.length > LIMITS.queryLength)
    throw invalidQuery(`it has ${query.length} characters; at most ${LIMITS.queryLength} are allowed`);
  const answer = await within(maxDurationMs, searchRecords({ crawl, query, syntax, ...page }));
  if ('error' in answer) throw invalidQuery(`${answer.error.message} (at ${answer.error.at})`);
  return answer;
}

const invalidQuery = (message: string): SoapFault => sqiFault('INVALID_QUERY_STATEMENT', message);

/** @param ms 0: no limit @throws SoapFault if the result takes longer */
async function within<T>(ms: number, result: Promise<T>): Promise<T> {
  if (ms === 0) return result;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(sqiFault('METHOD_FAILURE', `the query took longer than the ${ms} ms of setMaxDuration`)),
      ms,
    );
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}
