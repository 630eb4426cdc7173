import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** What `POST /admin` says: an HTTP status, and what is sent as JSON. */
export type Answer = { status: number; body: unknown };

/** What the one who asks has wrong. */
export const wrong = (status: number, error: string): Answer => ({ status, body: { error } });

/** @returns what was sent; `json` is undefined for what is none, which asks for nothing and is refused like any wrong request. */
export function bodyOf({ body = '', isBase64Encoded }: Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'>): {
  text: string;
  json: unknown;
} {
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
  try {
    return { text, json: JSON.parse(text) };
  } catch {
    return { text, json: undefined };
  }
}
