import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { uncheckedApp } from '../../infra/new-app.ts';
import { longTest } from '../long-test.ts';
import { ALL_OPTIONS, type Resource, SEARCH_KINDS, SEARCH_OPTIONS, synthesise, synthesiseUncached } from './stack.ts';

let stack: ReturnType<typeof synthesise>;
beforeAll(() => {
  stack = synthesise();
});

test('has alarms for dead letters, a late stage, failing functions, no progress, and an unavailable or full search engine', () => {
  const alarms = stack.all('AWS::CloudWatch::Alarm');
  const ids = alarms.map(([id]) => id.replace(/^Watch(.*)[0-9A-F]{8}$/, '$1')).sort();
  expect(ids).toEqual(
    [
      ...['CleanGivenUp', 'ClassifyGivenUp', 'IndexGivenUp', 'CleanLate'],
      ...['Dispatch', 'Fetch', 'NoProgress', 'SearchAway', 'SearchFull', 'Faults'],
    ].sort(),
  );
  // Ten alarms are free, and each further one is billed.
  expect(alarms.length).toBeLessThanOrEqual(10);
});

test.each(['serverless', 'external'] as const)(
  'with %s, which has no disk to fill, has an alarm for a slow search engine beside that for an unavailable one',
  (kind) => {
    const stack = synthesise(SEARCH_OPTIONS[kind]);
    expect(stack.one('AWS::CloudWatch::Alarm', 'WatchIndexLate').Properties).toMatchObject({
      MetricName: 'ApproximateAgeOfOldestMessage',
      Threshold: 86_400,
    });
    expect(stack.one('AWS::CloudWatch::Alarm', 'WatchSearchAway').Properties).toMatchObject({ EvaluationPeriods: 6 });
  },
);

test('raises an alarm for a single dead letter, and if dispatch is never invoked', () => {
  const alarm = (id: string) => stack.one('AWS::CloudWatch::Alarm', `Watch${id}`).Properties;
  expect(alarm('CleanGivenUp')).toMatchObject({
    MetricName: 'ApproximateNumberOfMessagesVisible',
    Threshold: 1,
    EvaluationPeriods: 1,
    ComparisonOperator: 'GreaterThanOrEqualToThreshold',
  });
  expect(alarm('Dispatch')).toMatchObject({ MetricName: 'Errors', TreatMissingData: 'breaching' });
});

test('sends alarms only to the given e-mail address', () => {
  expect(stack.all('AWS::SNS::Topic')).toEqual([]);
  const template = synthesise(ALL_OPTIONS);
  expect(template.one('AWS::SNS::Subscription', 'Watch').Properties).toMatchObject({ Endpoint: 'ops@example.org' });
  for (const [, { Properties }] of template.all('AWS::CloudWatch::Alarm'))
    expect(Properties).toMatchObject({ AlarmActions: [expect.anything()], OKActions: Properties['AlarmActions'] });
});

test('says in each alarm what is wrong, where to look, and where the remedies are', () => {
  const texts = stack.all('AWS::CloudWatch::Alarm').map(([id, { Properties }]) => ({
    id,
    // The Region is known at deployment only.
    text: JSON.stringify(Properties['AlarmDescription']),
  }));
  for (const { text } of texts) expect(text).toMatch(/Test: [^.]+\. [^.].*\. More: docs\/deploy\.md, .*Alarms/);
  const dead = texts.find(({ id }) => id.startsWith('WatchCleanGivenUp'))!.text;
  expect(dead).toContain('npx thresher dlq --target aws --stack Test --region ');
});

test('raises an alarm if the search pages or admin fail, by error lines, runtime errors and timeouts', () => {
  expect(stack.one('AWS::CloudWatch::Alarm', 'WatchFaults').Properties).toMatchObject({
    MetricName: 'Faults',
    Statistic: 'Sum',
    Period: 900,
    Threshold: 3,
  });
  const filters = stack.all('AWS::Logs::MetricFilter').filter(([id]) => id.startsWith('MetricsFaults'));
  const logOf = (name: string) => stack.all('AWS::Logs::LogGroup').find(([id]) => id.startsWith(name))![0];
  expect(filters.map(([, { Properties }]) => Properties['LogGroupName'])).toEqual(
    ['AdminLog', 'PagesLog'].map((name) => ({ Ref: logOf(name) })),
  );
  // Of a failed call, neither the error line of the runtime, which has no event, nor platform.runtimeDone counts.
  for (const [, { Properties }] of filters)
    expect(Properties['FilterPattern']).toBe(
      '{ (($.level = "ERROR") && ($.message.event = "*")) || (($.type = "platform.report") && (($.record.status = "error") || ($.record.status = "failure") || ($.record.status = "timeout"))) }',
    );
  expect(
    synthesise(SEARCH_OPTIONS.none)
      .all('AWS::Logs::MetricFilter')
      .map(([id]) => id),
  ).toContainEqual(expect.stringMatching(/^MetricsFaultsAdmin/));
});

test('tells the topic of the alarms, to which other receivers can subscribe', () => {
  const outputsOf = ({ template }: typeof stack) =>
    template.toJSON()['Outputs'] as Record<string, { Value: unknown } | undefined>;
  const made = synthesise(ALL_OPTIONS);
  expect(outputsOf(made)['AlarmTopic']?.Value).toEqual({ Ref: made.all('AWS::SNS::Topic')[0]![0] });
  expect(outputsOf(stack)['AlarmTopic']).toBeUndefined();
});

/** Returns the names in the first column of the tables of a section. */
function alarmsIn(file: string, heading: string): string[] {
  const page = readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8');
  return page
    .split(`\n${heading}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .flatMap((line) => [...(line.match(/^\| (`[^|]*)/)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name!));
}

test('docs/aws.md and docs/deploy.md name the same alarms', () => {
  expect(alarmsIn('aws.md', '## Monitoring').sort()).toEqual(alarmsIn('deploy.md', '### Alarms').sort());
});

test.each(SEARCH_KINDS)('docs/deploy.md says what to do about each alarm of a stack with %s', (kind) => {
  const named = alarmsIn('deploy.md', '### Alarms');
  const ids = synthesise(SEARCH_OPTIONS[kind])
    .all('AWS::CloudWatch::Alarm')
    .map(([id]) => id.replace(/^Watch(.*)[0-9A-F]{8}$/, '$1'));
  expect(ids.filter((id) => !named.includes(id))).toEqual([]);
});

test('lets alarms of the account publish to the topic, which its policy would refuse', () => {
  const template = synthesise(ALL_OPTIONS);
  const policy = template.one('AWS::SNS::TopicPolicy', 'Watch').Properties['PolicyDocument'] as { Statement: object[] };
  expect(policy.Statement).toContainEqual({
    Sid: 'Alarms',
    Effect: 'Allow',
    Principal: { Service: 'cloudwatch.amazonaws.com' },
    Action: 'sns:Publish',
    Resource: { Ref: template.all('AWS::SNS::Topic')[0]![0] },
    Condition: {
      StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
      ArnLike: {
        'aws:SourceArn': {
          'Fn::Join': [
            '',
            [
              'arn:',
              { Ref: 'AWS::Partition' },
              ':cloudwatch:',
              { Ref: 'AWS::Region' },
              ':',
              { Ref: 'AWS::AccountId' },
              ':alarm:*',
            ],
          ],
        },
      },
    },
  });
});

test('lets budgets of the account publish to the topic', () => {
  const template = synthesise(ALL_OPTIONS);
  const policy = template.one('AWS::SNS::TopicPolicy', 'Watch').Properties['PolicyDocument'] as { Statement: object[] };
  const [statement] = policy.Statement.filter((one) => 'Sid' in one && one.Sid === 'Budgets');
  expect(statement).toMatchObject({
    Effect: 'Allow',
    Principal: { Service: 'budgets.amazonaws.com' },
    Action: 'sns:Publish',
    Resource: { Ref: template.all('AWS::SNS::Topic')[0]![0] },
    Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
  });
  // Budgets have no Region.
  expect(JSON.stringify(statement)).toContain('":budgets::",{"Ref":"AWS::AccountId"},":*"');
});

test('raises the alarm of a full disk while a quarter of the volume is free', () => {
  const [[, domain]] = stack.all('AWS::OpenSearchService::Domain') as [[string, Resource]];
  const { VolumeSize } = domain.Properties['EBSOptions'] as { VolumeSize: number };
  const { Threshold } = stack.one('AWS::CloudWatch::Alarm', 'WatchSearchFull').Properties;
  expect(Threshold).toBe(VolumeSize * 1_024 * 0.25);
});

longTest('names the budget by stack, Region and address, so that none replaces or collides with another', () => {
  const nameWith = (alarmEmail: string) => {
    const { Properties } = synthesiseUncached({ ...ALL_OPTIONS, alarmEmail }).one('AWS::Budgets::Budget', 'Budget');
    return JSON.stringify((Properties['Budget'] as Record<string, unknown>)['BudgetName']);
  };
  expect(nameWith('ops@example.org')).toContain('{"Ref":"AWS::Region"}');
  expect(nameWith('ops@example.org')).not.toBe(nameWith('other@example.org'));
});

longTest.each(['eu-north-1', 'eu-central-2', ''])('creates no budget in "%s", and says what to do', (region) => {
  const app = uncheckedApp(ALL_OPTIONS);
  const template = synthesiseUncached(ALL_OPTIONS, app, region);
  expect(template.all('AWS::Budgets::Budget')).toEqual([]);
  const { Outputs } = template.template.toJSON() as { Outputs: Record<string, { Value: unknown }> };
  expect(Outputs['Budget']?.Value).toMatch(/^not created: .* Create a budget of 25 USD on the page Budgets/);
});

test('creates a budget that warns by e-mail only if an amount is given', () => {
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
  'with %s has at most ten alarms and ten metrics, one dashboard, and no metric per crawl',
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

test('shows all alarms and metrics of the stack on the dashboard', () => {
  const board = JSON.stringify(stack.one('AWS::CloudWatch::Dashboard', 'Board').Properties);
  for (const [id] of stack.all('AWS::CloudWatch::Alarm')) expect(board).toContain(`"${id}"`);
  for (const [, { Properties }] of stack.all('AWS::Logs::MetricFilter')) {
    const [{ MetricName, MetricNamespace }] = Properties['MetricTransformations'] as [Record<string, string>];
    expect(board).toContain(`\\"${MetricNamespace}\\",\\"${MetricName}\\"`);
  }
});

test.each(SEARCH_KINDS)(
  'with %s lists the newest errors of all functions on the dashboard, whose URL is an output',
  (kind) => {
    const made = synthesise(SEARCH_OPTIONS[kind]);
    const board = JSON.stringify(made.one('AWS::CloudWatch::Dashboard', 'Board').Properties);
    expect(board).toContain('Newest errors of all functions');
    const logs = made
      .all('AWS::Lambda::Function')
      .map(([, { Properties }]) => (Properties['LoggingConfig'] as { LogGroup: { Ref: string } }).LogGroup.Ref);
    expect(logs.filter((log) => !board.includes(`{"Ref":"${log}"}`))).toEqual([]);
    const { Outputs } = made.template.toJSON() as { Outputs: Record<string, { Value: unknown }> };
    expect(JSON.stringify(Outputs['Dashboard']?.Value)).toContain('#dashboards/dashboard/thresher-');
  },
);

test('the URL of the dashboard has the host name of the console in each partition', () => {
  type Host = string | { 'Fn::If': [condition: string, host: string, otherwise: Host] };
  const { Outputs, Conditions } = synthesise(SEARCH_OPTIONS.none).template.toJSON() as {
    Outputs: Record<string, { Value: { 'Fn::Join': [string, Host[]] } }>;
    Conditions: Record<string, { 'Fn::Equals': [unknown, string] }>;
  };
  const [scheme, region, dot, found, path] = Outputs['Dashboard']!.Value['Fn::Join'][1];
  expect([scheme, region, dot, path]).toEqual(['https://', { Ref: 'AWS::Region' }, '.', '/cloudwatch/home?region=']);
  const hosts: string[] = [];
  let host = found!;
  while (typeof host !== 'string') {
    const [condition, there, otherwise] = host['Fn::If'];
    hosts.push(`${Conditions[condition]!['Fn::Equals'][1]} ${there}`);
    host = otherwise;
  }
  expect([...hosts.sort(), host]).toEqual([
    'aws-cn console.amazonaws.cn',
    'aws-eusc console.amazonaws-eusc.eu',
    'aws-us-gov console.amazonaws-us-gov.com',
    'console.aws.amazon.com',
  ]);
});
