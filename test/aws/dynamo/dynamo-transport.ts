import { Readable } from 'node:stream';
import { HttpResponse } from '@smithy/core/protocols';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { dynamoClient } from '../../../shared/aws/clients.ts';
import { type DynamoCall, DynamoError, type Input } from './memory-dynamo.ts';

const TARGET = 'DynamoDB_20120810.';
const JSON_TYPE = 'application/x-amz-json-1.0';
/** DynamoDB Local reads the access key from it and does not check signatures. */
const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=test/20260101/eu-north-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';
/** Attempts per request, as in `shared/aws/clients.ts`. */
const MAX_ATTEMPTS = 5;

/**
 * Returns the product's client with `call` in place of the network. The SDK retries as usual, with a delay of 1 ms.
 *
 * @param call an error that it throws, other than `DynamoError`, is a failure of the connection.
 */
export function clientOf(call: DynamoCall) {
  const requestHandler = {
    async handle({ headers, body }: { headers: Record<string, string>; body: string | Uint8Array }) {
      const { statusCode, answer } = await answerOf(call, headers['x-amz-target'], textOf(body));
      const response = {
        statusCode,
        headers: { 'content-type': JSON_TYPE },
        body: Readable.from([Buffer.from(answer)]),
      };
      return { response: new HttpResponse(response) };
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  };
  const options = {
    endpoint: 'http://dynamodb.test',
    region: 'eu-north-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler,
    retryStrategy: unlimitedRetries(),
  };
  return dynamoClient(options);
}

/**
 * The SDK stops retrying after some hundred retries that were not refunded. It refunds a retry that succeeds, but none that ends in
 * a failed condition, and tests lose the answers of all writes.
 */
function unlimitedRetries(): ConfiguredRetryStrategy {
  const strategy = new ConfiguredRetryStrategy(MAX_ATTEMPTS, 1);
  // The strategy writes the property, and lowers it to its start at each success.
  Object.defineProperty(strategy, 'capacity', { get: () => Number.POSITIVE_INFINITY, set: () => {} });
  return strategy;
}

const textOf = (body: string | Uint8Array) => (typeof body === 'string' ? body : new TextDecoder().decode(body));

/** Performs a request of the protocol, for `clientOf` and for servers. */
export async function answerOf(
  call: DynamoCall,
  target: string | undefined,
  body: string,
): Promise<{ statusCode: number; answer: string }> {
  const operation = target?.slice(TARGET.length) ?? '';
  try {
    return { statusCode: 200, answer: JSON.stringify(await call(operation, JSON.parse(body))) };
  } catch (error) {
    if (!(error instanceof DynamoError)) throw error;
    const { type, message, item } = error;
    return { statusCode: 400, answer: JSON.stringify({ __type: type, message, ...(item && { Item: item }) }) };
  }
}

/** Sends operations to a server, such as DynamoDB Local. */
export const callServer =
  (url: string): DynamoCall =>
  async (operation, input) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE, 'x-amz-target': TARGET + operation, authorization: AUTHORIZATION },
      body: JSON.stringify(input),
    });
    const answer = (await response.json()) as Input;
    if (response.ok) return answer;
    const type = `${answer['__type']}`.replace(/^.*#/, '');
    throw new DynamoError(type, answer['message'] ?? answer['Message'] ?? type, answer['Item']);
  };
