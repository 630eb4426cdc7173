import { beforeAll, describe, expect, test } from 'vitest';
import { SEARCH_KINDS, SEARCH_OPTIONS, type Synthesised, synthesise, synthesiseUncached } from './stack.ts';

/** Properties that emulators do not check, and that must hold with every search engine. */
describe.each(SEARCH_KINDS)('with search: %s', (kind) => {
  let stack: Synthesised;
  beforeAll(() => {
    stack = synthesise(SEARCH_OPTIONS[kind]);
  });
  const properties = (type: string) => stack.all(type).map(([, { Properties }]) => Properties);

  test('has point-in-time recovery and rate limits for every table', () => {
    const rate = { MaxReadRequestUnits: 4_000, MaxWriteRequestUnits: 4_000 };
    const tables = properties('AWS::DynamoDB::Table');
    expect(tables).toHaveLength(7);
    for (const table of tables) {
      expect(table).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        OnDemandThroughput: rate,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
      const indexes = (table['GlobalSecondaryIndexes'] ?? []) as object[];
      for (const index of indexes) expect(index).toMatchObject({ OnDemandThroughput: rate });
    }
    const ttl = tables.flatMap(({ TimeToLiveSpecification }) => TimeToLiveSpecification ?? []);
    expect(ttl).toEqual([1, 2, 3, 4].map(() => ({ AttributeName: 'expiresAt', Enabled: true })));
  });

  test('disables loop detection, reserves no concurrency, and limits the concurrency of each stage', () => {
    for (const one of properties('AWS::Lambda::Function')) {
      expect(one).toMatchObject({ RecursiveLoop: 'Allow' });
      // A new account has a concurrency of ten, all of which must stay unreserved: the deployment would fail.
      expect(one).not.toHaveProperty('ReservedConcurrentExecutions');
    }
    const most = properties('AWS::Lambda::EventSourceMapping').map(({ ScalingConfig }) => ScalingConfig);
    expect(most).toHaveLength(kind === 'none' ? 3 : 4);
    for (const one of most) expect(one).toEqual({ MaximumConcurrency: expect.any(Number) });
  });

  test('sets the time zone of the schedule, the throttling of the API, and lifecycle rules of buckets', () => {
    const schedules = properties('AWS::Scheduler::Schedule');
    expect(schedules).toMatchObject(schedules.map(() => ({ ScheduleExpressionTimezone: 'UTC' })));
    expect(properties('AWS::ApiGatewayV2::Stage')).toMatchObject([
      { DefaultRouteSettings: { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 } },
    ]);
    const buckets = properties('AWS::S3::Bucket');
    expect(buckets).toHaveLength(3);
    for (const bucket of buckets) expect(bucket['LifecycleConfiguration']).toMatchObject({ Rules: expect.anything() });
  });

  test('limits the retention of logs', () => {
    for (const log of properties('AWS::Logs::LogGroup')) expect(log['RetentionInDays']).toBe(14);
  });

  test('contains only resource types that emulators support, except for chosen options', () => {
    const refused = Object.values(stack.resources).filter(({ Type }) => /Budgets|OpenSearchServerless/.test(Type));
    expect(refused).toHaveLength(kind === 'serverless' ? 5 : 0);
  });

  test('has outputs with the next steps', () => {
    const outputs = stack.template.toJSON()['Outputs'] as Record<string, { Value: unknown }>;
    expect(Object.keys(outputs).sort()).toEqual([
      'AdminUrl',
      'ApiUrl',
      'Dashboard',
      'DataBucket',
      'Next',
      'RawBucket',
      'StackName',
    ]);
    expect(outputs['Next']?.Value).toEqual({
      'Fn::Join': [
        '',
        ['npx thresher crawl https://example.org/ --target aws --stack Test --region ', { Ref: 'AWS::Region' }],
      ],
    });
  });

  test('uses no name that another stack in the account may have', () => {
    const other = synthesiseUncached({ ...SEARCH_OPTIONS[kind], stackName: 'Thresher-Two' });
    const names = (of: Synthesised) => Object.values(of.resources).flatMap(({ Properties }) => namesOf(Properties));
    const ours = new Set(names(stack));
    expect(ours.size).toBeGreaterThan(0);
    expect(names(other).filter((name) => ours.has(name))).toEqual([]);
  });
});

/** Names that are unique in an account and Region. CloudFormation derives other names from the stack. */
function namesOf(properties: Record<string, unknown> = {}): string[] {
  const { Name, BucketName, TableName, QueueName, FunctionName, RoleName, PolicyName, DomainName } = properties;
  const { DashboardName, LogGroupName, CollectionGroupName } = properties;
  const given = [BucketName, TableName, QueueName, FunctionName, RoleName, DomainName, DashboardName, LogGroupName];
  // Policies of roles have names too, but only within the role.
  const ownPolicy = 'Roles' in properties ? [] : [PolicyName];
  const api = 'ProtocolType' in properties ? [] : [Name];
  return [...given, ...ownPolicy, ...api, CollectionGroupName].flatMap((name) =>
    typeof name === 'string' || Object.hasOwn(Object(name), 'Fn::Join') ? [JSON.stringify(name)] : [],
  );
}
