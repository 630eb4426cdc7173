import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Client, errors } from '@opensearch-project/opensearch';
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3';

/** A search engine and how to sign in to it. */
export type SearchEndpoint = {
  /** URL of the engine. */
  endpoint: string;
  /** How requests are signed: for a domain (`es`), for a serverless collection (`aoss`), or not at all. */
  signing: 'es' | 'aoss' | 'none';
  region: string;
};

/** How often the client repeats a failed request, and the timeout of one request in milliseconds. */
export type RetryPolicy = { maxRetries: number; requestTimeout: number };

/** For writers: two retries here, after that the queue redelivers the message. Timeout in milliseconds. */
export const WRITE_RETRIES: RetryPolicy = { maxRetries: 2, requestTimeout: 20_000 };
/** For readers, because a person waits: no retries. An idle serverless engine wakes up meanwhile, and the page reloads. */
export const READ_RETRIES: RetryPolicy = { maxRetries: 0, requestTimeout: 7_000 };

/** When the caller of a process stops waiting. */
export type Deadline = {
  /** Returns the time until then; 0 or less if it has passed. Milliseconds. */
  restMs(): number;
};

/**
 * Creates a client. Signed requests use the credentials of the environment.
 *
 * @param patience retries and timeout. Default: those of writers
 */
export function createSearchClient({ endpoint, signing, region }: SearchEndpoint, patience = WRITE_RETRIES): Client {
  const common = { node: endpoint, compression: 'gzip' as const, ...patience };
  if (signing === 'none') return new Client(common);
  const getCredentials = defaultProvider();
  return new Client({ ...AwsSigv4Signer({ region, service: signing, getCredentials }), ...common });
}

/** Limits each request of a client to the time until a deadline. After it, requests fail as if they had timed out. */
export function limitRequests(client: Client, timeoutMs: number, { restMs }: Deadline): Client {
  const { transport } = client;
  const send = transport.request.bind(transport);
  transport.request = ((params, options) => {
    const requestTimeout = Math.min(timeoutMs, restMs());
    if (requestTimeout <= 0)
      return Promise.reject(new errors.TimeoutError('no time is left for a request', {} as never));
    return send(params, { ...options, requestTimeout });
  }) as typeof send;
  return client;
}
