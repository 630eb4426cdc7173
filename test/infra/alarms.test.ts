import { beforeAll, expect, test } from 'vitest';
import { ALL_OPTIONS, SEARCH_KINDS, SEARCH_OPTIONS, synthesise } from './stack.ts';

let stack: ReturnType<typeof synthesise>;
beforeAll(() => {
  stack = synthesise();
});

test('alarms tell of dead letters, of stages that are late, of failing functions, of no progress, and of a search engine that is away or full', () => {
  const alarms = stack.all('AWS::CloudWatch::Alarm');
  const ids = alarms.map(([id]) => id.replace(/^Watch(.*)[0-9A-F]{8}$/, '$1')).sort();
  expect(ids).toEqual(
    [
      ...['Clean', 'Classify'].flatMap((stage) => [`${stage}GivenUp`, `${stage}Late`]),
      ...['IndexGivenUp', 'Dispatch', 'Fetch', 'NoProgress', 'SearchAway', 'SearchFull'],
    ].sort(),
  );
  // Ten are free, each further one is billed.
  expect(alarms.length).toBeLessThanOrEqual(10);
});

test.each(['serverless', 'external'] as const)(
  'with %s, where no disk can run full, a search engine that is only slow has an alarm beside the one that is away',
  (kind) => {
    const stack = synthesise(SEARCH_OPTIONS[kind]);
    expect(stack.one('AWS::CloudWatch::Alarm', 'WatchIndexLate').Properties).toMatchObject({
      MetricName: 'ApproximateAgeOfOldestMessage',
      Threshold: 86_400,
    });
    expect(stack.one('AWS::CloudWatch::Alarm', 'WatchSearchAway').Properties).toMatchObject({ EvaluationPeriods: 6 });
  },
);

test('one dead letter is enough, and a dispatch that is never called counts as failing', () => {
  const alarm = (id: string) => stack.one('AWS::CloudWatch::Alarm', `Watch${id}`).Properties;
  expect(alarm('CleanGivenUp')).toMatchObject({
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Threshold: 1,
    EvaluationPeriods: 1,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  });
  expect(alarm('Dispatch')).toMatchObject({ MetricName: 'Errors', TreatMissingData: 'breaching' });
});

test('alarms are written to whoever is named, and to nobody else', () => {
  expect(stack.all('AWS::SNS::Topic')).toEqual([]);
  const told = synthesise(ALL_OPTIONS);
  expect(told.one('AWS::SNS::Subscription', 'Watch').Properties).toMatchObject({ Endpoint: 'ops@example.org' });
  for (const [, { Properties }] of told.all('AWS::CloudWatch::Alarm'))
    expect(Properties['AlarmActions']).toHaveLength(1);
});

test('a budget warns by mail before an amount is spent, and there is none without an amount', () => {
  expect(stack.all('AWS::Budgets::Budget')).toEqual([]);
  const { Properties } = synthesise(ALL_OPTIONS).one('AWS::Budgets::Budget', 'Budget');
  expect(Properties['Budget']).toMatchObject({ TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 25, Unit: 'USD' } });
  const notices = Properties['NotificationsWithSubscribers'] as Record<string, unknown>[];
  expect(notices.map(({ Notification }) => Notification)).toMatchObject([
    { NotificationType: 'ACTUAL', Threshold: 80 },
    { NotificationType: 'FORECASTED', Threshold: 100 },
  ]);
  for (const { Subscribers } of notices) expect(Subscribers).toMatchObject([{ Address: 'ops@example.org' }]);
});

test.each(SEARCH_KINDS)(
  'with %s there are at most ten alarms and ten metrics, one dashboard, and no metric for a crawl',
  (kind) => {
    const made = synthesise(SEARCH_OPTIONS[kind]);
    const count = (type: string) => made.all(type).length;
    expect(count('AWS::CloudWatch::Alarm')).toBeLessThanOrEqual(10);
    expect(count('AWS::CloudWatch::Dashboard')).toBe(1);
    expect(count('AWS::Logs::MetricFilter')).toBeLessThanOrEqual(10);
    for (const [, { Properties }] of made.all('AWS::Logs::MetricFilter')) {
      expect(JSON.stringify(Properties)).not.toMatch(/Dimensions|DefaultValue/);
    }
  },
);

test('the dashboard shows every alarm and every metric of its own', () => {
  const board = JSON.stringify(stack.one('AWS::CloudWatch::Dashboard', 'Board').Properties);
  for (const [id] of stack.all('AWS::CloudWatch::Alarm')) expect(board).toContain(`"${id}"`);
  for (const [, { Properties }] of stack.all('AWS::Logs::MetricFilter')) {
    const [{ MetricName, MetricNamespace }] = Properties['MetricTransformations'] as [Record<string, string>];
    expect(board).toContain(`\\"${MetricNamespace}\\",\\"${MetricName}\\"`);
  }
});
