import type { APIGatewayProxyEventV2 } from 'aws-lambda';

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
  return { json, asked: (withoutText(json) ?? text).slice(0, MAX_LOGGED) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Logged = { action?: unknown; crawl?: unknown; call?: { verb?: unknown }; settings?: unknown };

/**
 * Returns a request about annotations without their texts: a deleted text must not stay in the log. Returns one that creates a crawl without its
 * settings: the URL of a webhook may contain a token, and mail addresses are personal data. Undefined: another request
 */
function withoutText(json: unknown): string | undefined {
  const { settings, ...request } = (json ?? {}) as Logged;
  const { action, crawl, call } = request;
  if (action === 'annotations') return JSON.stringify({ action, crawl, verb: call?.verb });
  if (action === 'create') return JSON.stringify({ ...request, crawl: (settings as Logged | null | undefined)?.crawl });
  return undefined;
}
