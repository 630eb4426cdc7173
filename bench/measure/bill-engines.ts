import { type Running, start } from '../../test/services/engines/process.ts';
import { KEYS, RECIPES, REGION } from '../../test/services/engines/recipes.ts';

const NAMES = ['dynamodb', 'elasticmq', 's3', 'opensearch'] as const;
type Name = (typeof NAMES)[number];

/**
 * Starts the servers that replace AWS services.
 *
 * @param given `name=URL` of servers that already run. All others are started, and stopped by `close`.
 */
export async function openEngines(given: readonly string[]) {
  const urls = new Map(given.map((text) => text.split('=') as [string, string]));
  const own: Running[] = [];
  for (const name of NAMES) {
    if (urls.has(name)) continue;
    const running = await start(name, RECIPES[name]);
    own.push(running);
    urls.set(name, running.url);
  }
  const url = (name: Name) => urls.get(name)!;
  return {
    url,
    options: (name: Name) => ({ endpoint: url(name), region: REGION, credentials: KEYS }),
    /** Environment of processes that create their own clients. */
    environment: {
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: url('dynamodb'),
      AWS_ENDPOINT_URL_SQS: url('elasticmq'),
      AWS_ENDPOINT_URL_S3: url('s3'),
    } as Record<string, string>,
    close: () => Promise.all(own.map(({ stop }) => stop())),
  };
}
