import { beforeAll, expect, test } from 'vitest';
import { ENGINE_CALL_RESERVE_MS } from '../../functions/engine-time.ts';
import { WRITE_RETRIES } from '../../shared/aws/opensearch/opensearch-client.ts';
import { fewOrMany } from '../long-test.ts';
import { ALL_OPTIONS, synthesise, synthesiseUncached } from './stack.ts';

const NOTICES = ['Clean', 'Classify', 'Index'] as const;
const STAGES = ['Fetch', ...NOTICES] as const;
const DAY_S = 86_400;

let stack: ReturnType<typeof synthesise>;
beforeAll(() => {
  stack = synthesise();
});

const queueOf = (stage: string) => stack.one('AWS::SQS::Queue', `${stage}Queue`).Properties;
const functionOf = (stage: string) => stack.one('AWS::Lambda::Function', `${stage}Handler`).Properties;
const sourceOf = (stage: string) => stack.one('AWS::Lambda::EventSourceMapping', `${stage}Source`).Properties;

test('retains visits for 15 minutes, without dead letters', () => {
  expect(queueOf('Fetch')).toMatchObject({ MessageRetentionPeriod: 900 });
  expect(queueOf('Fetch')).not.toHaveProperty('RedrivePolicy');
});

test.each(NOTICES)('retains messages of %s for a week, and dead letters for two more', (stage) => {
  const [givenUpId] = stack.all('AWS::SQS::Queue').find(([id]) => id.startsWith(`${stage}GivenUp`))!;
  expect(queueOf(stage)).toMatchObject({
    MessageRetentionPeriod: 7 * DAY_S,
    RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': [givenUpId, 'Arn'] }, maxReceiveCount: 5 },
  });
  expect(stack.resources[givenUpId]!.Properties).toMatchObject({ MessageRetentionPeriod: 14 * DAY_S });
});

test.each(STAGES)('does not redeliver a message of %s while it may still be gathered or processed', (stage) => {
  const { Timeout } = functionOf(stage) as { Timeout: number };
  const { MaximumBatchingWindowInSeconds: window } = sourceOf(stage) as { MaximumBatchingWindowInSeconds: number };
  const { VisibilityTimeout } = queueOf(stage) as { VisibilityTimeout: number };
  expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * Timeout + window);
});

test.each(STAGES)('redelivers only failed messages of a batch of %s, and limits its concurrency', (stage) => {
  const given = sourceOf(stage) as { ScalingConfig: { MaximumConcurrency: number }; BatchSize: number };
  expect(given).toMatchObject({ FunctionResponseTypes: ['ReportBatchItemFailures'] });
  expect(given.ScalingConfig.MaximumConcurrency).toBeGreaterThanOrEqual(2);
  // A batch of more than ten messages needs a batch window.
  expect(given.BatchSize).toBeLessThanOrEqual(10);
});

test('gives dispatch the memory for the hosts that fetch can visit at once', () => {
  const memoryOf = (maxFetch: string) =>
    synthesiseUncached({ search: 'none', maxFetch }).one('AWS::Lambda::Function', 'Dispatch').Properties['MemorySize'];
  const memories = [
    ['20', 512],
    ['1000', 3_212],
    ...fewOrMany<[string, number][]>(
      [],
      [
        ['100', 512],
        ['200', 812],
      ],
    ),
  ] as const;
  for (const [maxFetch, megabytes] of memories) expect(memoryOf(maxFetch), maxFetch).toBe(megabytes);
});

test('sets the concurrency from the options', () => {
  const few = synthesise(ALL_OPTIONS);
  const copies = STAGES.map((stage) => few.one('AWS::Lambda::EventSourceMapping', `${stage}Source`).Properties);
  expect(copies.map((given) => given['ScalingConfig'])).toEqual([4, 2, 2, 3].map((n) => ({ MaximumConcurrency: n })));
});

test('runs functions on arm64 and Node 24, each with its own role and a log with limited retention', () => {
  const functions = stack.all('AWS::Lambda::Function');
  expect(functions).toHaveLength(7);
  for (const [, { Properties }] of functions) {
    expect(Properties).toMatchObject({ Runtime: 'nodejs24.x', Architectures: ['arm64'], Handler: 'index.handler' });
    expect(Properties['LoggingConfig']).toMatchObject({ LogGroup: { Ref: expect.any(String) } });
  }
  expect(new Set(functions.map(([, { Properties }]) => JSON.stringify(Properties['Role']))).size).toBe(7);
  expect(stack.all('AWS::Logs::LogGroup')).toHaveLength(9);
  for (const [, { Properties }] of stack.all('AWS::Logs::LogGroup')) expect(Properties['RetentionInDays']).toBe(14);
});

test('disables the recursive loop detection', () => {
  for (const [, { Properties }] of stack.all('AWS::Lambda::Function'))
    expect(Properties['RecursiveLoop']).toBe('Allow');
});

test('calls dispatch every minute, without retries and without a backlog of throttled calls', () => {
  const { Properties } = stack.one('AWS::Scheduler::Schedule', 'EachMinute');
  expect(Properties).toMatchObject({
    ScheduleExpression: 'rate(1 minute)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: { RetryPolicy: { MaximumRetryAttempts: 0 } },
  });
  const [dispatch] = stack.all('AWS::Lambda::Function').find(([id]) => id.startsWith('Dispatch'))!;
  expect(Properties['Target']).toMatchObject({ Arn: { 'Fn::GetAtt': [dispatch, 'Arn'] } });
  expect(stack.one('AWS::Lambda::EventInvokeConfig', 'Dispatch').Properties).toMatchObject({
    MaximumRetryAttempts: 0,
    MaximumEventAgeInSeconds: 60,
  });
});

test('checks every day for objects whose messages expired', () => {
  const { Properties } = stack.one('AWS::Scheduler::Schedule', 'EachDay');
  expect(Properties).toMatchObject({ ScheduleExpression: 'rate(1 day)', Target: { Input: '{"resend":true}' } });
  const [admin] = stack.all('AWS::Lambda::Function').find(([id]) => id.startsWith('Admin'))!;
  expect(Properties['Target']).toMatchObject({ Arn: { 'Fn::GetAtt': [admin, 'Arn'] } });
});

test('gives functions that use the search engine time for a hanging request with its retries', () => {
  expect(ENGINE_CALL_RESERVE_MS).toBeGreaterThan((WRITE_RETRIES.maxRetries + 1) * WRITE_RETRIES.requestTimeout);
  expect(functionOf('Index')['Timeout']).toBeGreaterThan(ENGINE_CALL_RESERVE_MS / 1_000);
});

test('a batch of full objects that is delivered again fits into one call of clean', async () => {
  const { STACK_CAPTURE_LIMITS } = await import('../../functions/fetch-batch.ts');
  /** Time of one put in the model of `bench/bill.ts`: the poison journal stores a mark before each page. */
  const MARK_MS = 30;
  const { BatchSize } = sourceOf('Clean') as { BatchSize: number };
  const { Timeout } = functionOf('Clean') as { Timeout: number };
  expect(BatchSize * STACK_CAPTURE_LIMITS.maxPages * MARK_MS).toBeLessThan(Timeout * 1_000);
});

test.each([null, 100_000])(
  'has a lease longer than the timeout of fetch, and ends visits before it (%s bytes/s)',
  async (maxBytesPerSecond) => {
    const {
      ABORT_RESERVE_MS,
      createVisitCaches: keptForVisits,
      lambdaVisitOptions: visitOptionsOfFunction,
    } = await import('../../functions/visit-options.ts');
    const { FUNCTION_TIMEOUT_MS: FUNCTION_MS } = await import('../../functions/visit-limits.ts');
    const { readSettings } = await import('../../shared/settings/read-settings.ts');
    const settings = readSettings({
      seeds: ['http://a.example/'],
      limits: { fetchTimeoutMs: 60_000 },
      fetch: { maxBytesPerSecond },
    });
    const {
      leaseMs,
      visitMs,
      fetchTimeoutMs,
      maxHeldMs = 0,
    } = visitOptionsOfFunction(settings, 'host', keptForVisits(0));
    expect(functionOf('Fetch')['Timeout']).toBe(FUNCTION_MS / 1_000);
    expect(leaseMs).toBeGreaterThan(FUNCTION_MS);
    expect(visitMs + fetchTimeoutMs + maxHeldMs + 15_000 + ABORT_RESERVE_MS).toBeLessThanOrEqual(FUNCTION_MS);
  },
);
