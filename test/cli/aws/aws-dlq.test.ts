import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findDeadLetterQueues } from '../../../cli/aws/dead-letters.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { thresher } from '../test-terminal.ts';
import { type FakeResponse, fakeAws, REGION, type ReceivedRequest, withCredentials } from './aws-account.ts';

const LETTER = { crawl: 'plants', key: 'raw/plants/2026/11/22/a.warc.gz' };

describe('on one machine', () => {
  let dir: string;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'thresher-dlq-'));
    const stores = openStores(dir);
    await stores.captures.send([LETTER]);
    for (let i = 0; i < 5; i++) await stores.captures.nack(await stores.captures.receive(1, 60_000), -1);
    await stores.captures.receive(1, 60_000);
    stores.close();
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const dlq = (...args: string[]) => thresher(['dlq', '--dir', dir, ...args]);

  test('lists dead letters by queue, with time, tries and object', async () => {
    const { code, printed } = await dlq();
    expect(printed).toEqual([
      'captures: 1',
      expect.stringMatching(
        /^ {2}20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d {2}5 tries {2}plants {2}raw\/plants\/2026\/11\/22\/a\.warc\.gz$/,
      ),
      'documents: none',
      'records: none',
    ]);
    expect(code).toBe(0);
    expect((await dlq('--json')).answers()).toEqual([
      { captures: [{ message: LETTER, since: expect.any(Number), receives: 5 }], documents: [], records: [] },
    ]);
  });

  test('a redriven dead letter is an ordinary message, once', async () => {
    expect((await dlq('--redrive')).printed).toEqual(['captures: 1 sent again', 'documents: none', 'records: none']);
    expect((await dlq('--redrive', '--json')).answers()).toEqual([{ captures: 0, documents: 0, records: 0 }]);
    expect((await dlq()).printed).toEqual(['captures: none', 'documents: none', 'records: none']);
    const stores = openStores(dir);
    expect(await stores.captures.receive(5, 60_000)).toMatchObject([{ message: LETTER, receives: 1 }]);
    stores.close();
  });

  test('discards dead letters of a queue, and prints them', async () => {
    expect((await dlq('--discard', '--queue', 'records')).printed).toEqual(['records: none']);
    expect((await dlq('--discard')).printed).toEqual([
      'captures: 1 discarded',
      expect.stringMatching(/ 5 tries {2}plants {2}raw\/plants/),
      'documents: none',
      'records: none',
    ]);
    expect((await dlq('--discard', '--json')).answers()).toEqual([{ captures: [], documents: [], records: [] }]);
    const stores = openStores(dir);
    expect(await stores.captures.depth()).toEqual({ waiting: 0, inFlight: 0, dead: 0 });
    stores.close();
  });

  test.each<[string[], string]>([
    [['--redrive', '--discard'], '--redrive and --discard exclude each other'],
    [['--queue', 'visits'], '--queue: visits: no such queue; the queues are captures, documents, records'],
    [['--limit', '0'], '--limit: 0: must be a whole number of at least 1'],
    [['captures'], 'thresher dlq: captures: unexpected argument'],
    [
      ['--dir', '/nowhere/at/all'],
      '/nowhere/at/all: no crawl in this folder yet; start one with: npx thresher crawl URL --dir /nowhere/at/all',
    ],
  ])('reports %j as wrong usage', async (args, line) => {
    const { code, stderr } = await dlq(...args);
    expect([code, stderr]).toEqual([2, [line]]);
  });
});

describe('on AWS', () => {
  const QUEUES = ['CleanGivenUp1', 'CleanQueue1', 'ClassifyGivenUp1', 'ClassifyQueue1', 'FetchQueue1'];
  const member = (name: string) =>
    `<member><LogicalResourceId>${name}</LogicalResourceId><ResourceType>AWS::SQS::Queue</ResourceType><PhysicalResourceId>http://sqs/${name}</PhysicalResourceId></member>`;

  /** An account with a stack of these queues. Received messages are hidden. */
  async function stack(dead: Record<string, string[]>, over: Record<string, FakeResponse> = {}) {
    const queues = new Map(
      Object.entries(dead).map(([name, bodies]) => [name, bodies.map((body) => ({ body, hidden: false }))]),
    );
    const of = (url: string) => queues.get(url.split('/').at(-1)!) ?? [];
    const answer = ({ headers, body }: ReceivedRequest): FakeResponse => {
      const action = headers['x-amz-target']?.split('.')[1] ?? new URLSearchParams(body).get('Action') ?? '';
      if (over[action]) return over[action];
      if (action === 'DescribeStacks')
        return {
          body: '<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackStatus>CREATE_COMPLETE</StackStatus><Outputs><member><OutputKey>ApiUrl</OutputKey><OutputValue>https://a/</OutputValue></member></Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>',
        };
      if (action === 'ListStackResources') return { body: listed(body) };
      const {
        QueueUrl,
        Entries = [],
        MaxNumberOfMessages = 0,
      } = JSON.parse(body) as {
        QueueUrl: string;
        Entries?: { Id: string; MessageBody: string; ReceiptHandle: string }[];
        MaxNumberOfMessages?: number;
      };
      const messages = of(QueueUrl);
      if (action === 'SendMessageBatch')
        queues.set(QueueUrl.split('/').at(-1)!, [
          ...messages,
          ...Entries.map(({ MessageBody }) => ({ body: MessageBody, hidden: false })),
        ]);
      if (action === 'ChangeMessageVisibilityBatch')
        for (const { ReceiptHandle } of Entries) messages[Number(ReceiptHandle)]!.hidden = false;
      if (action === 'GetQueueAttributes') {
        const hidden = messages.filter((one) => one.hidden && one.body !== '').length;
        return { body: { Attributes: { ApproximateNumberOfMessagesNotVisible: `${hidden}` } } };
      }
      if (action === 'DeleteMessageBatch')
        for (const { ReceiptHandle } of Entries) messages[Number(ReceiptHandle)]!.body = '';
      const done = {
        Successful: Entries.map(({ Id, MessageBody = '' }) => ({
          Id,
          MessageId: Id,
          MD5OfMessageBody: md5(MessageBody),
        })),
        Failed: [],
      };
      return { body: action === 'ReceiveMessage' ? { Messages: receive(messages, MaxNumberOfMessages) } : done };
    };
    const { url, received } = await fakeAws(answer);
    withCredentials();
    const left = (name: string) => (queues.get(name) ?? []).map(({ body }) => body).filter(Boolean);
    return { env: { AWS_ENDPOINT_URL: url }, received, left };
  }

  /** A page with one resource, selected by its token. */
  function listed(query: string): string {
    const at = Number(new URLSearchParams(query).get('NextToken') ?? 0);
    const next = at + 1 < QUEUES.length ? `<NextToken>${at + 1}</NextToken>` : '';
    return `<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries>${member(QUEUES[at]!)}</StackResourceSummaries>${next}</ListStackResourcesResult></ListStackResourcesResponse>`;
  }

  const md5 = (text: string) => createHash('md5').update(text).digest('hex');

  function receive(messages: { body: string; hidden: boolean }[], max: number) {
    const given = [...messages.entries()].filter(([, { hidden, body }]) => !hidden && body !== '').slice(0, max);
    return given.map(([i, message]) => {
      message.hidden = true;
      const Attributes = { SentTimestamp: `${Date.UTC(2026, 10, 22, 4, 0, i)}`, ApproximateReceiveCount: '6' };
      return {
        MessageId: `m${i}`,
        ReceiptHandle: `${i}`,
        Body: message.body,
        MD5OfBody: md5(message.body),
        Attributes,
      };
    });
  }

  const dlq = (env: Record<string, string>, ...args: string[]) =>
    thresher(['dlq', '--target', 'aws', '--stack', 'Plants', '--region', REGION, ...args], [], { env });

  test('finds the dead-letter queue of each queue in the stack; visits have none', async () => {
    const { env, received } = await stack({ CleanGivenUp1: [JSON.stringify(LETTER), 'no JSON'] });
    const { code, printed } = await dlq(env);
    expect(printed).toEqual([
      'captures: 2',
      '  2026-11-22T04:00:00  5 tries  plants  raw/plants/2026/11/22/a.warc.gz',
      '  2026-11-22T04:00:01  5 tries  "no JSON"',
      'documents: none',
    ]);
    expect(code).toBe(0);
    expect(received.every(({ service }) => service !== undefined)).toBe(true);
  });

  test('counts no look as a try, also of a damaged object that a stage moved to the dead letters', async () => {
    const bodies = [{ ...LETTER, tries: 1 }, LETTER].map((body) => JSON.stringify(body));
    const { env } = await stack({ CleanGivenUp1: bodies });
    const { printed } = await dlq(env);
    expect(printed.slice(1, 3)).toEqual([
      expect.stringContaining('  1 try  plants'),
      expect.stringContaining('  5 tries  plants'),
    ]);
  });

  test('redrives each message to its own queue', async () => {
    const bodies = Array.from({ length: 12 }, (_, i) => JSON.stringify({ ...LETTER, key: `raw/${i}` }));
    const { env, left } = await stack({ CleanGivenUp1: bodies, ClassifyGivenUp1: ['{}'] });
    const { code, printed } = await dlq(env, '--redrive');
    expect([code, printed]).toEqual([0, ['captures: 12 sent again', 'documents: 1 sent again']]);
    expect(left('CleanQueue1')).toEqual(bodies);
    expect(left('ClassifyQueue1')).toEqual(['{}']);
    expect(left('CleanGivenUp1')).toEqual([]);
  });

  test('redrives what was just listed', async () => {
    const { env, left } = await stack({ CleanGivenUp1: Array.from({ length: 12 }, (_, i) => `${i}`) });
    expect((await dlq(env)).printed[0]).toBe('captures: 12');
    expect((await dlq(env, '--redrive')).printed[0]).toBe('captures: 12 sent again');
    expect(left('CleanGivenUp1')).toEqual([]);
  });

  test('says that messages are hidden, with exit code 1', async () => {
    const refused = { status: 403, body: { __type: 'com.amazonaws.sqs#AccessDenied', message: 'not yours' } };
    const { env, left } = await stack({ CleanGivenUp1: ['1', '2'] }, { ChangeMessageVisibilityBatch: refused });
    expect((await dlq(env)).code).toBe(0);
    const { code, printed, stderr } = await dlq(env, '--redrive');
    expect(stderr).toEqual([
      'captures: 2 hidden by another listing, redrive or discard; repeat the command in a minute',
    ]);
    expect([code, printed, left('CleanGivenUp1')]).toEqual([1, ['documents: none'], ['1', '2']]);
  });

  test('redrives no more than the limit', async () => {
    const { env, left } = await stack({ CleanGivenUp1: ['1', '2', '3'] });
    expect((await dlq(env, '--redrive', '--limit', '2')).printed).toEqual([
      'captures: 2 sent again',
      'documents: none',
    ]);
    expect(left('CleanGivenUp1')).toEqual(['3']);
  });

  test('discards no more than the limit of the chosen queue', async () => {
    const { env, left } = await stack({ CleanGivenUp1: ['1', '2', '3'], ClassifyGivenUp1: ['{}'] });
    const { code, printed } = await dlq(env, '--discard', '--limit', '2', '--queue', 'captures');
    expect([code, printed]).toEqual([
      0,
      ['captures: 2 discarded', expect.stringContaining('5 tries  1'), expect.stringContaining('5 tries  2')],
    ]);
    expect([left('CleanGivenUp1'), left('CleanQueue1'), left('ClassifyGivenUp1')]).toEqual([['3'], [], ['{}']]);
  });

  test('names the dead letters that could not be discarded', async () => {
    const Failed = [{ Id: '0', Code: 'InternalError', Message: 'later', SenderFault: false }];
    const { env } = await stack({ CleanGivenUp1: ['1'] }, { DeleteMessageBatch: { body: { Successful: [], Failed } } });
    const { code, stderr } = await dlq(env, '--discard');
    expect([code, stderr]).toEqual([1, [expect.stringContaining('discard failed after 0 messages: InternalError')]]);
  });

  test('reports denied access in one line, with its exit code', async () => {
    const denied = { status: 403, body: { __type: 'com.amazonaws.sqs#AccessDenied', message: 'not yours' } };
    const { env } = await stack({}, { ReceiveMessage: denied });
    const { code, stderr } = await dlq(env);
    expect(stderr).toEqual(['sqs: access denied; the AWS credentials lack the permission (AccessDenied: not yours)']);
    expect(code).toBe(3);
  });

  test('distinguishes a stack without queues from one without dead letters', async () => {
    const { env } = await stack(
      {},
      {
        ListStackResources: {
          body: '<ListStackResourcesResponse><ListStackResourcesResult><StackResourceSummaries/></ListStackResourcesResult></ListStackResourcesResponse>',
        },
      },
    );
    const { code, stderr } = await dlq(env);
    expect([code, stderr]).toEqual([2, ['stack Plants in eu-north-1 has no dead-letter queues']]);
  });

  test('skips queues without a dead-letter queue and other resources', () => {
    const resource = (logicalId: string, type = 'AWS::SQS::Queue') => ({
      type,
      logicalId,
      physicalId: `at ${logicalId}`,
    });
    expect(
      findDeadLetterQueues([
        resource('IndexGivenUp9'),
        resource('IndexQueue9'),
        resource('CleanQueue1'),
        resource('CleanGivenUp1', 'AWS::SQS::QueuePolicy'),
      ]),
    ).toEqual(new Map([['records', { dead: 'at IndexGivenUp9', target: 'at IndexQueue9' }]]));
  });
});
