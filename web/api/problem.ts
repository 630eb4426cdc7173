import type { NotKept } from '../annotations/web-annotations.ts';
import type { ParameterFault } from './parse-parameters.ts';

/**
 * Names of the types of problems. Programs compare them, so none is ever renamed. `docs/api.md` describes each.
 */
export const PROBLEM_TYPES = [
  'invalid-parameters',
  'no-such-crawl',
  'nothing-crawled',
  'not-found',
  'no-such-record',
  'no-cached-copy',
  'no-such-version',
  'changes-expired',
  'method-not-allowed',
  'not-acceptable',
  'wrong-host',
  'cross-site',
  'unknown-state',
  'unknown-verdict',
  'no-page-to-judge',
  'not-signed-in',
  'no-name',
  'wrong-token',
  'not-a-contributor',
  'no-admin-token',
  'crawl-exists',
  'crawl-stopped',
  'folder-in-use',
  'not-kept',
  'not-processed',
  'no-such-annotation',
  'not-your-annotation',
  'read-only',
  'too-many-annotations',
  'too-large',
  'too-many-requests',
  'internal-error',
  'search-unavailable',
  'search-timeout',
] as const;

/** Name of a type of problems. */
export type ProblemType = (typeof PROBLEM_TYPES)[number];

/** A problem: a problem document (RFC 9457) for programs, a page with the same words for people. */
export type Problem = {
  type: ProblemType;
  status: 400 | 401 | 403 | 404 | 405 | 406 | 409 | 410 | 413 | 421 | 422 | 429 | 500 | 503;
  title: string;
  detail: string;
  /** All invalid parameters. */
  errors?: ParameterFault[];
  /** Seconds after which a retry may succeed. */
  retryAfterS?: number;
  /** The page reloads by itself then. Only for requests that cost no more than the first one. */
  reloads?: true;
};

/** Returns the URI of a type of problems. */
export const problemUri = (type: ProblemType): string => `urn:problem-type:thresher:${type}`;

/** Returns a problem as JSON (RFC 9457). `retryAfterS` becomes a header of the response and is left out. */
export function problemDocument({ retryAfterS: _inHeader, reloads: _ofPage, type, ...problem }: Problem): string {
  return JSON.stringify({ type: problemUri(type), ...problem });
}

/** Media type of a problem document. */
export const PROBLEM_TYPE = 'application/problem+json';

export const invalidParameters = (errors: ParameterFault[]): Problem => ({
  type: 'invalid-parameters',
  status: 400,
  title: 'This request is not valid',
  detail: errors.map(({ parameter, detail }) => `${parameter}: ${detail}`).join('; '),
  errors,
});

/** @param names names that are no public crawl; none if a request names crawls too often, or several where one is shown */
export const noSuchCrawl = (names: readonly string[]): Problem => ({
  type: 'no-such-crawl',
  status: 404,
  title: 'No such crawl',
  detail:
    names.length > 0
      ? `There is no crawl ${names.join(', ').slice(0, MAX_NAMES).toWellFormed()}. A search can name up to 16 crawls, joined by commas.`
      : 'A search can name up to 16 crawls, each once, joined by commas. All other pages show one crawl.',
});

/** Maximum length of the names in a message, in UTF-16 units. */
const MAX_NAMES = 200;

export const nothingCrawled: Problem = {
  type: 'nothing-crawled',
  status: 404,
  title: 'Nothing has been crawled yet',
  detail: 'Pages become searchable here while a crawl runs.',
};

export const noSuchPage: Problem = {
  type: 'not-found',
  status: 404,
  title: 'Not found',
  detail: 'There is no page at this URL.',
};

export const noSuchRecord: Problem = {
  type: 'no-such-record',
  status: 404,
  title: 'No such page',
  detail: 'This page is not in the collection. It may have changed or gone since it was found.',
};

export const notArchivable: Problem = {
  type: 'no-cached-copy',
  status: 403,
  title: 'This page has no cached copy',
  detail: 'Its publisher does not allow cached copies (noarchive).',
};

export const noSuchVersion: Problem = {
  type: 'no-such-version',
  status: 404,
  title: 'No such version',
  detail: 'There is no stored capture of this page at this time.',
};

export const notAllowed = (methods: string): Problem => ({
  type: 'method-not-allowed',
  status: 405,
  title: 'Method not allowed',
  detail: `Use ${methods}.`,
});

export const tooManyRequests = (retryAfterS: number): Problem => ({
  type: 'too-many-requests',
  status: 429,
  title: 'Too many requests',
  detail: `Ask again in ${retryAfterS} s.`,
  retryAfterS,
});

/**
 * @param offered names of the formats of the route
 * @param format value of the parameter `format`, if the request has one
 */
export function notAcceptable(offered: readonly string[], format: string | undefined): Problem {
  const detail = `must be one of ${offered.join(', ')}`;
  const isNamed = format !== undefined && format.trim() !== '';
  return {
    type: 'not-acceptable',
    status: 406,
    title: 'This format is not available',
    detail: isNamed ? `format: ${detail}` : `No media type of the header Accept fits. format ${detail}.`,
    ...(isNamed && { errors: [{ parameter: 'format', detail }] }),
  };
}

/** Status 421 (RFC 9110, 15.5.20) says that this server is not configured for the host name. */
export const hostRefused = (host: string): Problem => ({
  type: 'wrong-host',
  status: 421,
  title: 'This server has another name',
  detail: `It does not answer requests for ${host}. Open it by its IP address, or start it with --allow-host ${host}.`,
});

export const otherSite: Problem = {
  type: 'cross-site',
  status: 403,
  title: 'Not allowed for other websites',
  detail: 'Another website may link here. It may not embed pages of this server or load them in a script.',
};

export const unknownVerdict: Problem = {
  type: 'unknown-verdict',
  status: 400,
  title: 'Unknown verdict',
  detail: 'verdict: must be relevant, off-topic or none',
};

export const unknownState: Problem = {
  type: 'unknown-state',
  status: 400,
  title: 'Unknown state',
  detail: 'state: must be paused, stopped or open',
};

export const noSuchPageToJudge: Problem = {
  type: 'no-page-to-judge',
  status: 404,
  title: 'No such page to judge',
  detail: 'It was judged already, or another page has taken its place. Open the crawl page again.',
};

export const notSignedIn: Problem = {
  type: 'not-signed-in',
  status: 401,
  title: 'Not signed in',
  detail: 'Only people who have signed in can annotate pages. Programs send a token: Authorization: Bearer TOKEN.',
};

export const tokenWithoutName: Problem = {
  type: 'no-name',
  status: 403,
  title: 'The token has no name',
  detail: 'The claim of the token that names the person is missing, or is not a name as annotations have them.',
};

export const wrongToken: Problem = {
  type: 'wrong-token',
  status: 403,
  title: 'Wrong name or token',
  detail: 'There is no person with this name and this token. Go back and try again.',
};

export const notContributor: Problem = {
  type: 'not-a-contributor',
  status: 403,
  title: 'You cannot hand in documents',
  detail: 'The settings of the crawl name the people who can.',
};

export const folderInUse: Problem = {
  type: 'folder-in-use',
  status: 409,
  title: 'The document cannot be added now',
  detail: 'A crawl is running, or other documents wait. Try again when it has ended.',
};

export const documentNotKept = (why: NotKept): Problem => ({
  type: 'not-kept',
  status: 422,
  title: 'The document was not added',
  detail:
    'offTopic' in why
      ? `It is off topic (${why.offTopic}), so the crawl does not keep it. Nothing was changed.`
      : `The crawl does not keep it: ${why.reason}. Nothing was changed.`,
});

export const documentNotProcessed: Problem = {
  type: 'not-processed',
  status: 500,
  title: 'The document could not be processed',
  detail: 'It was stored, but it cannot be searched. The server has printed why, and thresher dlq lists it.',
};

export const changesExpired: Problem = {
  type: 'changes-expired',
  status: 410,
  title: 'These changes are too old',
  detail:
    'Removed records are known for 35 days, and not from before the crawl or its index was made again. Ask without after for all records, and delete the others.',
};

export const noSuchAnnotation: Problem = {
  type: 'no-such-annotation',
  status: 404,
  title: 'No such annotation',
  detail: 'It may have been deleted.',
};

export const notYourAnnotation: Problem = {
  type: 'not-your-annotation',
  status: 403,
  title: 'This is the annotation of another person',
  detail: 'You can change and delete your own annotations.',
};

export const readOnly: Problem = {
  type: 'read-only',
  status: 403,
  title: 'This server cannot write',
  detail: 'Its data folder is read-only, so nothing was changed.',
};

export const tooManyAnnotations = (max: number): Problem => ({
  type: 'too-many-annotations',
  status: 409,
  title: 'This page has too many annotations',
  detail: `A page has at most ${max} annotations.`,
});

export const bodyTooLarge = (maxBytes: number): Problem => ({
  type: 'too-large',
  status: 413,
  title: 'Form too large',
  detail: `A form has at most ${maxBytes / 1024} KiB.`,
});

export const internalError: Problem = {
  type: 'internal-error',
  status: 500,
  title: 'Internal error',
  detail: 'The request could not be completed. Try again in a moment.',
};

/** A serverless engine that was idle needs up to half a minute to wake up; this request has started it. */
export const searchUnavailable: Problem = {
  type: 'search-unavailable',
  status: 503,
  title: 'The search engine is not available yet',
  detail: 'It may be waking up, which takes up to half a minute. This page reloads by itself.',
  retryAfterS: 10,
  reloads: true,
};

/** Its page does not reload: the same search would probably end in the same way, and keep the server busy. */
export const searchTimeout: Problem = {
  type: 'search-timeout',
  status: 503,
  title: 'The search took too long',
  detail: 'Use fewer words, wildcards or filters. If the server is busy, ask again in a moment.',
  retryAfterS: 10,
};
