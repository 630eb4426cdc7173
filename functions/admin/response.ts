import type { APIGatewayProxyEventV2 } from 'aws-lambda';

/** Response of `POST /admin`: an HTTP status and a body that is sent as JSON. */
export type AdminResponse = { status: number; body: unknown };

/** Response to a request that the client must correct. */
export const errorResponse = (status: number, error: string): AdminResponse => ({ status, body: { error } });

/** @returns the body as text, and as JSON; `json` is undefined if the text is not valid JSON. */
export function parseBody({ body = '', isBase64Encoded }: Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'>): {
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
