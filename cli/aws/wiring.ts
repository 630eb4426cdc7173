import { SQSClient } from '@aws-sdk/client-sqs';
import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import { sqsClient } from '../../shared/aws/clients.ts';
import { readDeadLetters } from '../../shared/aws/sqs/sqs-dead-letters.ts';
import { redrive } from '../../shared/aws/sqs/sqs-redrive.ts';
import { UsageError } from '../command.ts';
import { awsError, credentialsError } from './error.ts';
import type { Aws } from './request.ts';

/**
 * Where the command line meets the SDK, loaded only for `--target aws`. All but queues is a handful of signed requests: a
 * client package for each of those services would weigh more than the whole command line.
 *
 * @param given.region absent: as the environment or the profile of the AWS command line says.
 * @throws UsageError when no region is known.
 */
export async function openAws(given: {
  region: string | undefined;
  env: Record<string, string | undefined>;
}): Promise<Aws> {
  const endpoint = given.env['AWS_ENDPOINT_URL'];
  const region =
    given.region ?? given.env['AWS_REGION'] ?? given.env['AWS_DEFAULT_REGION'] ?? (await readProfileRegion());
  const chain = defaultProvider();
  const credentials = () =>
    chain().catch((error: unknown) => {
      throw credentialsError(error);
    });
  const queues = sqsClient({ region, ...(endpoint !== undefined && { endpoint }) });
  return {
    region,
    endpoint,
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
    deadLetters: (queue, max) => withServiceErrors(readDeadLetters(queues, queue.dead, max)),
    redrive: (queue, max) => withServiceErrors(redrive(queues, queue, max)),
  };
}

/** Errors of the SDK carry what they are in their name, and that they come from a service in `$metadata`. */
async function withServiceErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Error) || !('$metadata' in error)) throw error;
    throw awsError('sqs', { code: error.name, message: error.message });
  }
}

async function readProfileRegion(): Promise<string> {
  try {
    return await new SQSClient({}).config.region();
  } catch (error) {
    throw new UsageError(
      'no AWS region: give --region, `aws: {region: …}` in the crawl.yaml, or set AWS_REGION',
      ...(process.env['THRESHER_DEBUG'] ? [String(error)] : []),
    );
  }
}
