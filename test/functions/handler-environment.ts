import { vi } from 'vitest';

/** Tables that nearly every handler uses. */
type Tables = { control: string; heads: string; bundles: string; inbox: string };

/**
 * Sets the environment of a handler in front of `startAwsEndpoint`. A handler reads it when it is loaded, as in a cold start.
 *
 * @param more further variables
 */
export function stubHandlerEnvironment(endpoint: { url: string }, tables: Tables, more: Record<string, string>): void {
  const variables = {
    AWS_ENDPOINT_URL: endpoint.url,
    AWS_REGION: 'eu-north-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    GROUPING: 'host',
    CONTROL_TABLE: tables.control,
    HEADS_TABLE: tables.heads,
    BUNDLES_TABLE: tables.bundles,
    INBOX_TABLE: tables.inbox,
    RAW_BUCKET: 'raw',
    DATA_BUCKET: 'data',
    ...more,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}
