import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Client } from '@opensearch-project/opensearch';
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3';

export type SearchPlace = {
  /** Address of the engine. */
  endpoint: string;
  /** Requests are signed for a domain (`es`), for a serverless collection (`aoss`), or sent as they are. */
  signing: 'es' | 'aoss' | 'none';
  region: string;
};

export type Patience = { maxRetries: number; requestTimeout: number };

/** For who writes: a refused or hung request is repeated twice here; after that the message comes again. Milliseconds. */
export const PATIENT: Patience = { maxRetries: 2, requestTimeout: 20_000 };
/** For who is waited for by a person: an engine that sleeps wakes up on being asked, and is asked again by the page. */
export const BRISK: Patience = { maxRetries: 0, requestTimeout: 7_000 };

export function searchClient({ endpoint, signing, region }: SearchPlace, patience = PATIENT): Client {
  const common = { node: endpoint, compression: 'gzip' as const, ...patience };
  if (signing === 'none') return new Client(common);
  const getCredentials = defaultProvider();
  return new Client({ ...AwsSigv4Signer({ region, service: signing, getCredentials }), ...common });
}
