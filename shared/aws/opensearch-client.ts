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

/** A refused or hung request is repeated twice here; after that the message comes again and waits longer each time. */
const COMMON = { maxRetries: 2, requestTimeout: 20_000, compression: 'gzip' as const };

export function searchClient({ endpoint, signing, region }: SearchPlace): Client {
  if (signing === 'none') return new Client({ node: endpoint, ...COMMON });
  const getCredentials = defaultProvider();
  return new Client({ ...AwsSigv4Signer({ region, service: signing, getCredentials }), node: endpoint, ...COMMON });
}
