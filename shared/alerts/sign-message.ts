import { createHmac } from 'node:crypto';

/** Bounds of the length of a key. Bytes: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#symmetric-signatures */
const KEY_BYTES = { min: 24, max: 64 };

/**
 * Reads a secret of Standard Webhooks: `whsec_` and the key in Base64.
 *
 * @returns the key, or undefined if the text is not valid
 */
export function readWebhookSecret(text: string): Uint8Array | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text.trim()) ?? [];
  const key = Buffer.from(base64 ?? '', 'base64');
  return key.length < KEY_BYTES.min || key.length > KEY_BYTES.max ? undefined : key;
}

/**
 * Returns the headers of a message by Standard Webhooks (https://www.standardwebhooks.com).
 *
 * @param nowMs time of the attempt, epoch milliseconds
 */
export function webhookHeaders(
  id: string,
  body: string,
  key: Uint8Array | undefined,
  nowMs: number,
): Record<string, string> {
  const timestamp = `${Math.floor(nowMs / 1000)}`;
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
  if (!key) return headers;
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { ...headers, 'webhook-signature': `v1,${signature}` };
}
