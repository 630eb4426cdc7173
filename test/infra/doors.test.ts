import { beforeAll, expect, test } from 'vitest';
import { synthesise } from './stack.ts';

/** What is open to whom: rights of functions, the API, the search engine, and who is told when something is wrong. */
let stack: ReturnType<typeof synthesise>;
beforeAll(() => {
  stack = synthesise();
}, 60_000);

type Statement = { Effect: string; Action: string | string[]; Resource: unknown };

/** Rights of roles; policies of buckets and queues only deny. */
function rights(of: ReturnType<typeof synthesise>): Statement[] {
  const documents = [...of.all('AWS::IAM::Policy'), ...of.all('AWS::IAM::Role')].flatMap(([, { Properties }]) => {
    const inline = (Properties['Policies'] ?? []) as { PolicyDocument: { Statement: Statement[] } }[];
    const own = Properties['PolicyDocument'] as { Statement: Statement[] } | undefined;
    return [...(own ? [own] : []), ...inline.map(({ PolicyDocument }) => PolicyDocument)];
  });
  return documents.flatMap(({ Statement }) => Statement);
}

/** The last part of each resource: what follows the name of the table, bucket or domain. */
function endings({ Resource }: Statement): string[] {
  return [Resource].flat().map((resource) => {
    const join = (resource as { 'Fn::Join'?: [string, unknown[]] })['Fn::Join'];
    return join ? `${join[1].at(-1)}` : JSON.stringify(resource);
  });
}

test('no right names an action by a wildcard, or a resource but keys of objects and paths of the search engine', () => {
  const given = rights(stack);
  expect(given.length).toBeGreaterThan(20);
  for (const statement of given) {
    expect(statement.Effect).toBe('Allow');
    expect([statement.Action].flat().filter((action) => action.includes('*'))).toEqual([]);
    const wild = endings(statement).filter((ending) => ending.includes('*'));
    const isSearch = [statement.Action].flat().every((action) => action.startsWith('es:'));
    for (const ending of wild) expect(ending).toMatch(isSearch ? /^\/\*$/ : /^\/[a-z]+\/\*$/);
  }
});

test('no role has a managed policy', () => {
  for (const [, { Properties }] of stack.all('AWS::IAM::Role'))
    expect(Properties).not.toHaveProperty('ManagedPolicyArns');
});

test.each([
  ['Clean', ['dynamodb:UpdateItem', 'dynamodb:BatchWriteItem', 's3:DeleteObject', 'es:ESHttpPost']],
  ['Index', ['dynamodb:UpdateItem', 's3:PutObject', 's3:DeleteObject', 'sqs:SendMessage']],
  ['Pages', ['dynamodb:UpdateItem', 'dynamodb:PutItem', 's3:PutObject', 's3:DeleteObject', 'sqs:SendMessage']],
  ['Dispatch', ['s3:PutObject', 's3:DeleteObject', 'sqs:ReceiveMessage', 'es:ESHttpPost']],
])('%s may not do what is not its work', (name, forbidden) => {
  const policies = stack.all('AWS::IAM::Policy').filter(([id]) => id.startsWith(name));
  expect(policies).toHaveLength(1);
  for (const action of forbidden) expect(JSON.stringify(policies)).not.toContain(`"${action}"`);
});

test('the public API is throttled', () => {
  expect(stack.one('AWS::ApiGatewayV2::Stage', 'Api').Properties).toMatchObject({
    DefaultRouteSettings: { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 },
    AccessLogSettings: expect.anything(),
  });
});

test('everybody may read; only who signs may administer', () => {
  const routes = stack.all('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties);
  const access = routes.map(({ RouteKey, AuthorizationType = 'NONE' }) => `${RouteKey} ${AuthorizationType}`);
  expect(access.sort()).toEqual(['GET / NONE', 'GET /{path+} NONE', 'POST /admin AWS_IAM']);
});

test('the search engine is encrypted, asked over TLS only, and open to roles of this account alone', () => {
  const { Properties } = stack.one('AWS::OpenSearchService::Domain', 'Search');
  expect(Properties).toMatchObject({
    EncryptionAtRestOptions: { Enabled: true },
    NodeToNodeEncryptionOptions: { Enabled: true },
    DomainEndpointOptions: { EnforceHTTPS: true, TLSSecurityPolicy: 'Policy-Min-TLS-1-2-PFS-2023-10' },
    ClusterConfig: { InstanceType: 't3.small.search', InstanceCount: 1 },
  });
  expect(JSON.stringify(Properties['AccessPolicies'])).toContain(':root');
  expect(JSON.stringify(Properties['AccessPolicies'])).not.toContain('"AWS":"*"');
});

test('with an engine elsewhere there is no domain, and it is told where and how to ask', () => {
  const external = synthesise({ search: 'external', searchEndpoint: 'https://search.example', searchSigning: 'none' });
  expect(external.all('AWS::OpenSearchService::Domain')).toEqual([]);
  expect(external.one('AWS::Lambda::Function', 'IndexHandler').Properties['Environment']).toMatchObject({
    Variables: { SEARCH_ENDPOINT: 'https://search.example', SEARCH_SIGNING: 'none', SEARCH_PREFIX: 'thresher' },
  });
  expect(JSON.stringify(rights(external))).not.toContain('es:');
});

test('an archive without search has no index stage and no pages, and can be administered', () => {
  const archive = synthesise({ search: 'none' });
  expect(archive.all('AWS::Lambda::Function').map(([id]) => id.replace(/(Handler)?Function.*/, ''))).toEqual(
    expect.arrayContaining(['Dispatch', 'Fetch', 'Clean', 'Classify', 'Admin']),
  );
  expect(archive.all('AWS::Lambda::Function')).toHaveLength(5);
  expect(archive.all('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties['RouteKey'])).toEqual([
    'POST /admin',
  ]);
  expect(archive.one('AWS::Lambda::Function', 'ClassifyHandler').Properties['Environment']).not.toMatchObject({
    Variables: { RECORDS_QUEUE_URL: expect.anything() },
  });
});

test.each([
  [{ search: 'solr' }, 'search: must be domain, external, none'],
  [{ search: 'external' }, 'searchEndpoint'],
  [{ maxFetch: '1' }, 'maxFetch: a whole number from 2 to 1000'],
  [{ maxFetch: 'many', searchRate: '0' }, 'searchRate'],
  [{ stackName: '1st' }, 'stackName'],
])('a wrong choice %o is refused by name', (context, message) => {
  expect(() => synthesise(context as Record<string, string>)).toThrow(message);
});

test('alarms tell of dead letters, of stages that are late, of failing functions, of no progress and of a full engine', () => {
  const alarms = stack.all('AWS::CloudWatch::Alarm');
  const ids = alarms.map(([id]) => id.replace(/^Watch(.*)[0-9A-F]{8}$/, '$1')).sort();
  expect(ids).toEqual(
    [
      ...['Clean', 'Classify', 'Index'].flatMap((stage) => [`${stage}GivenUp`, `${stage}Late`]),
      ...['Dispatch', 'Fetch', 'NoProgress', 'SearchFull'],
    ].sort(),
  );
  // Ten are free, each further one is billed.
  expect(alarms.length).toBeLessThanOrEqual(10);
});

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
  const told = synthesise({ alarmEmail: 'ops@example.org' });
  expect(told.one('AWS::SNS::Subscription', 'Watch').Properties).toMatchObject({ Endpoint: 'ops@example.org' });
  for (const [, { Properties }] of told.all('AWS::CloudWatch::Alarm'))
    expect(Properties['AlarmActions']).toHaveLength(1);
});
