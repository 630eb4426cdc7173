/** Batches of which a service processes a part, with HTTP status 200. */
import type { Answer, Call, PartialCall } from './tap.ts';

type Named = { Id: string };
type Requests = Record<string, unknown[] | { Keys: unknown[] }>;

/** @returns the call without the last item of its batch; undefined if it has only one, or is no batch */
export function withoutLast({ service, operation, body }: Call): PartialCall | undefined {
  if (service === 'sqs' && operation.endsWith('Batch')) return withoutLastMessage(body);
  if (service === 'dynamodb' && operation === 'BatchWriteItem') return withoutLastItem(body, 'UnprocessedItems');
  if (service === 'dynamodb' && operation === 'BatchGetItem') return withoutLastItem(body, 'UnprocessedKeys');
  return undefined;
}

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

const refusal = ({ Id }: Named) => ({ Id, Code: 'InternalError', SenderFault: false });

/** @returns the response of SQS that it processed nothing of a batch; undefined if the call is no batch of messages */
export function refusedMessages({ service, operation, body }: Call): Answer | undefined {
  if (service !== 'sqs' || !operation.endsWith('Batch')) return undefined;
  const { Entries } = JSON.parse(body.toString()) as { Entries: Named[] };
  const answer = bytes({ Successful: [], Failed: Entries.map(refusal) });
  return { status: 200, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: answer };
}

/** SQS names the entries that it refused. */
function withoutLastMessage(body: Buffer): PartialCall | undefined {
  const { Entries, ...rest } = JSON.parse(body.toString()) as { Entries: Named[] };
  const last = Entries.at(-1);
  if (!last || Entries.length < 2) return undefined;
  return {
    body: bytes({ ...rest, Entries: Entries.slice(0, -1) }),
    complete(answer) {
      const { Failed = [], ...others } = JSON.parse(answer.toString()) as { Failed?: unknown[] };
      return bytes({ ...others, Failed: [...Failed, refusal(last)] });
    },
  };
}

/** DynamoDB returns the items of a table that it did not process, in the form of the request. */
function withoutLastItem(body: Buffer, field: 'UnprocessedItems' | 'UnprocessedKeys'): PartialCall | undefined {
  const { RequestItems, ...rest } = JSON.parse(body.toString()) as { RequestItems: Requests };
  const [[table, items] = []] = Object.entries(RequestItems);
  if (table === undefined || items === undefined) return undefined;
  const list = Array.isArray(items) ? items : items.Keys;
  if (list.length < 2) return undefined;
  const take = (some: unknown[]) => ({ [table]: Array.isArray(items) ? some : { ...items, Keys: some } });
  return {
    body: bytes({ ...rest, RequestItems: take(list.slice(0, -1)) }),
    complete: (answer) => bytes({ ...JSON.parse(answer.toString()), [field]: take(list.slice(-1)) }),
  };
}
