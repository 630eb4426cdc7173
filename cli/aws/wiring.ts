import { SQSClient } from '@aws-sdk/client-sqs';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { s3Client, sqsClient } from '../../shared/aws/clients.ts';
import { countHiddenDeadLetters, discardDeadLetters, readDeadLetters } from '../../shared/aws/sqs/sqs-dead-letters.ts';
import { redrive } from '../../shared/aws/sqs/sqs-redrive.ts';
import { systemClock } from '../../shared/local/system.ts';
import { UsageError } from '../command.ts';
import { isDebugging } from '../debugging.ts';
import { credentialsError, withServiceErrors } from './error.ts';
import type { Aws } from './request.ts';

/**
 * Opens an AWS account and region with the SDK. Loaded only for `--target aws`, `deploy` and `destroy`.
 *
 * @param given.region absent: the region of the environment or of the AWS profile
 * @throws UsageError if no region is configured
 */
export async function openAws(given: {
  region: string | undefined;
  env: Record<string, string | undefined>;
}): Promise<Aws> {
  // The SDK treats an empty variable as not set.
  const endpoint = given.env['AWS_ENDPOINT_URL'] || undefined;
  const region =
    given.region || given.env['AWS_REGION'] || given.env['AWS_DEFAULT_REGION'] || (await readProfileRegion());
  const chain = defaultProvider();
  const credentials = () =>
    chain().catch((error: unknown) => {
      throw credentialsError(error);
    });
  const clientConfig = { region, ...(endpoint !== undefined && { endpoint }) };
  const queues = sqsClient(clientConfig);
  return {
    region,
    endpoint,
    clock: systemClock,
    clientConfig: { ...clientConfig, credentials },
    async sign(service, { method, url, headers, body }) {
      const signer = new SignatureV4({ service, region, credentials, sha256: Sha256 });
      const { protocol, hostname, host, pathname, searchParams, port } = new URL(url);
      const signed = await signer.sign({
        method,
        protocol,
        hostname,
        ...(port && { port: Number(port) }),
        path: pathname,
        query: Object.fromEntries(searchParams),
        headers: { host, ...headers },
        ...(body !== undefined && { body }),
      });
      return signed.headers;
    },
    deadLetters: (queue, max) => withServiceErrors('sqs', () => readDeadLetters(queues, queue.dead, max)),
    hiddenDeadLetters: (queue) => withServiceErrors('sqs', () => countHiddenDeadLetters(queues, queue.dead)),
    redrive: (queue, max) => withServiceErrors('sqs', () => redrive(queues, queue, max)),
    discard: (queue, max) => withServiceErrors('sqs', () => discardDeadLetters(queues, queue.dead, max)),
    // Loaded on demand, as few commands read objects.
    async openObjects(buckets) {
      const { s3Objects } = await import('../../shared/aws/s3/s3-objects.ts');
      return s3Objects(s3Client(clientConfig), buckets);
    },
  };
}

async function readProfileRegion(): Promise<string> {
  try {
    return await new SQSClient({}).config.region();
  } catch (error) {
    throw new UsageError(
      'no AWS region: give --region, set `aws: {region: …}` in the crawl.yaml, or set AWS_REGION',
      ...(isDebugging(process.env) ? [String(error)] : []),
    );
  }
}
