import { OaiError } from './oai-error.ts';

/** Where a list continues. Tokens hold all of it, so the server keeps nothing, and they do not expire. */
export type ListPlace = {
  /** The format of the list. */
  prefix: string;
  /** The set of the list. Absent: all records. */
  set?: string;
  /** Bounds of the list, epoch milliseconds. `before` is fixed by the first request, so that a list ends although records change. */
  from?: number;
  before: number;
  /** The crawl of the last record. */
  crawl: string;
  /** Time and key of the last record (`ChangedRecord`). */
  at: number;
  key: string;
  /** Number of records before the next one. */
  cursor: number;
};

/** Maximum length of a token: two names and some numbers. Names of sets are long, as most letters are escaped. UTF-16 units. */
const MAX_LENGTH = 10_000;

export function writeToken({ prefix, set, from, before, crawl, at, key, cursor }: ListPlace): string {
  const fields = [prefix, set ?? null, from ?? null, before, crawl, at, key, cursor];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/** @throws OaiError if no list has given the token */
export function readToken(token: string): ListPlace {
  const fields = token.length > MAX_LENGTH ? undefined : parse(token);
  const [prefix, set, from, before, crawl, at, key, cursor] = fields ?? [];
  const isText = (value: unknown): value is string => typeof value === 'string';
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  if (!isText(prefix) || !isText(crawl) || !isText(key) || !isCount(before) || !isCount(at) || !isCount(cursor))
    throw badToken();
  if ((set !== null && !isText(set)) || (from !== null && !Number.isSafeInteger(from))) throw badToken();
  return {
    ...{ prefix, before, crawl, at, key, cursor },
    ...(set !== null && { set }),
    ...(from !== null && { from: from as number }),
  };
}

export const badToken = (): OaiError => new OaiError('badResumptionToken', 'the resumptionToken is not valid');

function parse(token: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
