import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { parseJson } from '../../shared/text/parse-json.ts';

/** Response of `POST /admin`: an HTTP status and a body that is sent as JSON. */
export type AdminResponse = { status: number; body: unknown };

/** Response to a request that the client must correct. */
export const errorResponse = (status: number, error: string): AdminResponse => ({ status, body: { error } });

/** Maximum length of a request in the log, in UTF-16 units. */
const MAX_LOGGED = 500;

/**
 * Parses the body of a request.
 *
 * @returns the body as JSON, undefined if it is not valid, and what the log says of it (`asked`)
 */
export function parseBody({ body = '', isBase64Encoded }: Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'>): {
  json: unknown;
  asked: string;
} {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  const json = parseJson(text);
  return { json, asked: loggedOf(json) ?? `no request, ${text.length} characters` };
}

type Logged = {
  action?: unknown;
  crawl?: unknown;
  call?: { verb?: unknown } | null;
  settings?: { crawl?: unknown } | null;
};

/**
 * Returns what the log says of a request: its fields without those that are objects. Settings may contain the URL of a webhook with a token, and
 * mail addresses are personal data; a deleted text of an annotation must not stay in the log. Undefined: no request
 */
function loggedOf(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const { action, crawl, call, settings } = json as Logged;
  if (action === 'annotations') return JSON.stringify({ action, crawl, verb: call?.verb });
  const plain = Object.fromEntries(Object.entries(json).filter(([, value]) => isPlain(value)));
  return JSON.stringify({ ...plain, crawl: crawl ?? settings?.crawl }).slice(0, MAX_LOGGED);
}

const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((one) => typeof one !== 'object') : typeof value !== 'object';
