import { beforeAll, expect, test } from 'vitest';
import { searchRegionOf } from '../../shared/settings/stack/search-endpoint.ts';
import {
  ALL_OPTIONS,
  EXTERNAL_COLLECTION,
  EXTERNAL_DOMAIN,
  type Resource,
  SEARCH_OPTIONS,
  SIGNED_SEARCH,
  synthesise,
  synthesiseUncached,
} from './stack.ts';

/** Access control: permissions of functions, the API, the search engine, and invalid options. */
let stack: ReturnType<typeof synthesise>;
beforeAll(() => {
  stack = synthesise();
});

type Statement = { Effect: string; Action: string | string[]; Resource: unknown };

/** Permissions of roles. The policies of buckets and queues only deny. */
function rights(of: ReturnType<typeof synthesise>): Statement[] {
  const documents = [...of.all('AWS::IAM::Policy'), ...of.all('AWS::IAM::Role')].flatMap(([, { Properties }]) => {
    const inline = (Properties['Policies'] ?? []) as { PolicyDocument: { Statement: Statement[] } }[];
    const own = Properties['PolicyDocument'] as { Statement: Statement[] } | undefined;
    return [...(own ? [own] : []), ...inline.map(({ PolicyDocument }) => PolicyDocument)];
  });
  return documents.flatMap(({ Statement }) => Statement);
}

/** References to the roles in the output `SearchRoles`. */
function searchRolesOf({ template }: ReturnType<typeof synthesise>): string[] {
  const { Outputs } = template.toJSON() as { Outputs: Record<string, { Value: unknown }> };
  return JSON.stringify(Outputs['SearchRoles']?.Value).match(/"Fn::GetAtt":\["\w+Role\w+","Arn"\]/g) ?? [];
}

/** The last part of each resource, after the name of the table, bucket or domain. */
function endings({ Resource }: Statement): string[] {
  return [Resource].flat().map((resource) => {
    const join = (resource as { 'Fn::Join'?: [string, unknown[]] })['Fn::Join'];
    return join ? `${join[1].at(-1)}` : JSON.stringify(resource);
  });
}

/** Resources that may end in a wildcard, by service. Default: object keys. */
const WILD: Record<string, RegExp> = {
  es: /^:domain\/thresher-[0-9a-f]{8}\/(thresher-[0-9a-f]{8}_\*\/_search|\*)$/,
  scheduler: /^:schedule\/thresher-[0-9a-f]{8}\/\*$/,
};

test('uses no wildcards in actions, and in resources only for object keys, search paths and schedules of crawls', () => {
  const given = rights(stack);
  expect(given.length).toBeGreaterThan(20);
  for (const statement of given) {
    expect(statement.Effect).toBe('Allow');
    expect([statement.Action].flat().filter((action) => action.includes('*'))).toEqual([]);
    const wild = endings(statement).filter((ending) => ending.includes('*'));
    const services = new Set([statement.Action].flat().map((action) => action.split(':')[0]!));
    const path = (services.size === 1 ? WILD[[...services][0]!] : undefined) ?? /^\/[a-z]+\/\*$/;
    for (const ending of wild) expect(ending).toMatch(path);
  }
});

test('attaches no managed policies', () => {
  for (const [, { Properties }] of stack.all('AWS::IAM::Role'))
    expect(Properties).not.toHaveProperty('ManagedPolicyArns');
});

test.each([
  ['Clean', ['dynamodb:BatchWriteItem', 's3:DeleteObject', 'es:ESHttpPost']],
  ['Index', ['dynamodb:BatchWriteItem', 's3:PutObject', 's3:DeleteObject']],
  ['Pages', ['dynamodb:BatchWriteItem', 'dynamodb:PutItem', 's3:PutObject', 's3:DeleteObject', 'sqs:SendMessage']],
  ['Dispatch', ['dynamodb:BatchWriteItem', 's3:DeleteObject', 'sqs:ReceiveMessage', 'es:ESHttpPost']],
])('denies %s actions of other stages', (name, forbidden) => {
  const policies = stack.all('AWS::IAM::Policy').filter(([id]) => id.startsWith(name));
  expect(policies).toHaveLength(1);
  for (const action of forbidden) expect(JSON.stringify(policies)).not.toContain(`"${action}"`);
});

test('lets dispatch write no object but the sums of large crawls', () => {
  const [[, policy]] = stack.all('AWS::IAM::Policy').filter(([id]) => id.startsWith('Dispatch')) as [
    [string, Resource],
  ];
  const { Statement } = policy.Properties['PolicyDocument'] as { Statement: { Action: unknown; Resource: unknown }[] };
  const writes = Statement.filter(({ Action }) => [Action].flat().includes('s3:PutObject'));
  expect(writes.map(({ Resource }) => /"\/(\w+)\/\*"/.exec(JSON.stringify(Resource))?.[1])).toEqual(['sums']);
});

test('lets the pages write annotations only', () => {
  const [[, policy]] = stack.all('AWS::IAM::Policy').filter(([id]) => id.startsWith('Pages')) as [[string, Resource]];
  const { Statement } = policy.Properties['PolicyDocument'] as { Statement: { Action: unknown; Resource: unknown }[] };
  const writes = Statement.filter(({ Action }) => [Action].flat().includes('dynamodb:UpdateItem'));
  expect(writes.map(({ Resource }) => /"Storage(\w+?)[0-9A-F]{8}"/.exec(JSON.stringify(Resource))?.[1])).toEqual([
    'Annotations',
  ]);
});

test('throttles the public API', () => {
  expect(stack.one('AWS::ApiGatewayV2::Stage', 'Api').Properties).toMatchObject({
    DefaultRouteSettings: { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 },
    AccessLogSettings: expect.anything(),
  });
});

const publicRoutes = (access: string, methods = ['GET', 'HEAD', 'OPTIONS']) => [
  ...methods.flatMap((method) => [`${method} / ${access}`, `${method} /{path+} ${access}`]),
  ...['/mcp', '/oai', '/sru', '/sru/{crawl}'].map((path) => `POST ${path} ${access}`),
];

const corsOf = (of: typeof stack) => of.one('AWS::ApiGatewayV2::Api', 'Api').Properties['CorsConfiguration'];

test('lets no other website read responses, unless an option names it', () => {
  expect(corsOf(stack)).toBeUndefined();
  expect(corsOf(synthesise(ALL_OPTIONS))).toMatchObject({
    AllowOrigins: ['https://library.example', 'http://localhost:3000'],
    AllowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    ExposeHeaders: ['ETag', 'Link', 'Retry-After'],
  });
});

test.each([
  ['public', SEARCH_OPTIONS.external, []],
  ['jwt', ALL_OPTIONS, ['Authorization']],
  ['iam', SIGNED_SEARCH, ['Authorization', 'X-Amz-Content-Sha256', 'X-Amz-Date', 'X-Amz-Security-Token']],
])('lets scripts of these websites send the headers that searchAccess=%s needs', (_, options, expected) => {
  const { AllowHeaders } = corsOf(synthesise(options)) as { AllowHeaders: string[] };
  expect(AllowHeaders).toEqual(expect.arrayContaining(['Accept', 'Mcp-Name']));
  expect(AllowHeaders.filter((name) => /^(Authorization|X-Amz-)/.test(name))).toEqual(expected);
});

test('allows public reading, and requires a signature for POST /admin', () => {
  const routes = stack.all('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties);
  const access = routes.map(({ RouteKey, AuthorizationType = 'NONE' }) => `${RouteKey} ${AuthorizationType}`);
  expect(access.sort()).toEqual([...publicRoutes('NONE'), 'POST /admin AWS_IAM'].sort());
});

test.each([
  [SIGNED_SEARCH, 'AWS_IAM'],
  [ALL_OPTIONS, 'JWT'],
])('with %o requires %s for the search pages, and a signature for POST /admin', (context, type) => {
  const closed = synthesise(context);
  const routes = closed.all('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties);
  const access = routes.map(({ RouteKey, AuthorizationType }) => `${RouteKey} ${AuthorizationType}`);
  // With `searchOrigins` the gateway answers OPTIONS.
  const annotating = type === 'JWT' ? ANNOTATION_ROUTES.map((route) => `${route} JWT`) : [];
  const expected = [...publicRoutes(type, ['GET', 'HEAD']), ...annotating, 'POST /admin AWS_IAM'];
  expect(access.sort()).toEqual(expected.sort());
  if (type !== 'JWT') return;
  const authorizers = closed.all('AWS::ApiGatewayV2::Authorizer');
  const [id, { Properties }] = authorizers.find(([name]) => name.includes('Readers')) as [string, Resource];
  expect(Properties).toMatchObject({
    JwtConfiguration: { Issuer: 'https://login.example/pool', Audience: ['one', 'two'] },
    IdentitySource: ['$request.header.Authorization'],
  });
  const readers = routes.filter(
    ({ AuthorizationType, RouteKey }) => AuthorizationType === 'JWT' && !/annotations/.test(`${RouteKey}`),
  );
  for (const { AuthorizerId } of readers) expect(AuthorizerId).toEqual({ Ref: id });
});

const ANNOTATION_ROUTES = [
  'POST /annotations',
  'POST /annotations/{id}',
  'PUT /annotations/{id}',
  'DELETE /annotations/{id}',
];

test('lets holders of a token annotate pages of a public search', () => {
  const { searchAccess: _, ...options } = ALL_OPTIONS;
  const open = synthesiseUncached(options);
  const routes = open.all('AWS::ApiGatewayV2::Route').map(([, { Properties }]) => Properties);
  const tokens = routes.filter(({ AuthorizationType }) => AuthorizationType === 'JWT');
  expect(tokens.map(({ RouteKey }) => RouteKey).sort()).toEqual([...ANNOTATION_ROUTES].sort());
  expect(open.one('AWS::ApiGatewayV2::Authorizer', 'Api').Properties).toMatchObject({
    JwtConfiguration: { Issuer: 'https://login.example/pool', Audience: ['one', 'two'] },
  });
  const { Environment } = open.one('AWS::Lambda::Function', 'Pages').Properties as {
    Environment: { Variables: Record<string, string> };
  };
  expect(Environment.Variables['ANNOTATOR_CLAIM']).toBe('preferred_username');
});

test('encrypts the search engine, requires TLS, and allows only roles of this account', () => {
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

test('lets only its own domain write to the log of the domain', () => {
  const { Properties } = stack.one('AWS::OpenSearchService::Domain', 'Search');
  expect(Object.keys(Properties['LogPublishingOptions'] as object).sort()).toEqual([
    'ES_APPLICATION_LOGS',
    'INDEX_SLOW_LOGS',
    'SEARCH_SLOW_LOGS',
  ]);
  const policy = JSON.stringify(stack.one('AWS::Logs::ResourcePolicy', 'Search').Properties);
  expect(policy).toContain('aws:SourceArn');
  expect(policy).toContain(`:domain/${Properties['DomainName']}`);
});

test('creates a collection without a minimum of units, and with a maximum', () => {
  const { Properties } = synthesise(SEARCH_OPTIONS.serverless).one(
    'AWS::OpenSearchServerless::CollectionGroup',
    'Search',
  );
  expect(Properties).toMatchObject({ Generation: 'NEXTGEN', StandbyReplicas: 'ENABLED' });
  expect(Properties['CapacityLimits']).toEqual({ MaxIndexingCapacityInOcu: 2, MaxSearchCapacityInOcu: 2 });
});

test('creates a collection after its group and policies, which all have its name', () => {
  const serverless = synthesise(SEARCH_OPTIONS.serverless);
  const [[, collection]] = serverless.all('AWS::OpenSearchServerless::Collection') as [[string, Resource]];
  const policies = [
    ...serverless.all('AWS::OpenSearchServerless::SecurityPolicy'),
    ...serverless.all('AWS::OpenSearchServerless::AccessPolicy'),
  ];
  const [[group]] = serverless.all('AWS::OpenSearchServerless::CollectionGroup') as [[string, Resource]];
  expect(policies).toHaveLength(3);
  expect(collection.DependsOn?.toSorted()).toEqual([group, ...policies.map(([id]) => id)].toSorted());
  const { Name, CollectionGroupName } = collection.Properties;
  expect(CollectionGroupName).toBe(serverless.resources[group]!.Properties['Name']);
  for (const [, { Properties }] of policies) expect(JSON.stringify(Properties['Policy'])).toContain(`/${Name}`);
});

test('allows index to write to a collection, and the pages and admin to search it', () => {
  const serverless = synthesise(SEARCH_OPTIONS.serverless);
  const { Policy } = serverless.one('AWS::OpenSearchServerless::AccessPolicy', 'Search').Properties;
  // The ARNs of roles are known only after deployment, so the test compares their references.
  const text = (Policy as { 'Fn::Join': [string, (string | { 'Fn::GetAtt': [string] })[]] })['Fn::Join'][1]
    .map((part) => (typeof part === 'string' ? part : part['Fn::GetAtt'][0].replace(/Role.*/, '')))
    .join('');
  const statements = JSON.parse(text) as {
    Principal: string[];
    Rules: { Resource: string[]; Permission: string[] }[];
  }[];
  const canWrite = ({ Rules }: (typeof statements)[number]) =>
    Rules.some(({ Permission }) => Permission.includes('aoss:WriteDocument'));
  expect(statements.map((statement) => [...statement.Principal, canWrite(statement)])).toEqual([
    ['IndexHandler', true],
    ['Pages', false],
    ['Admin', false],
  ]);
  // A reindex deletes the previous index. No one deletes records or the collection.
  for (const { Principal, Rules } of statements)
    expect(
      Rules.flatMap(({ Permission }) => Permission).filter((right) => right.includes('*') || right.includes('Delete')),
    ).toEqual(Principal[0] === 'IndexHandler' ? ['aoss:DeleteIndex'] : []);
  const apiAccess = rights(serverless).filter(({ Action }) => Action === 'aoss:APIAccessAll');
  expect(apiAccess).toHaveLength(3);
  for (const { Resource } of apiAccess)
    expect(JSON.stringify(Resource)).toMatch(/"Fn::GetAtt":\["SearchCollection\w+","Arn"\]/);
});

test('with an external engine creates no domain, and passes the endpoint and signing to the functions', () => {
  const external = synthesise(SEARCH_OPTIONS.external);
  expect(external.all('AWS::OpenSearchService::Domain')).toEqual([]);
  expect(external.one('AWS::Lambda::Function', 'IndexHandler').Properties['Environment']).toMatchObject({
    Variables: {
      SEARCH_ENDPOINT: 'https://search.example',
      SEARCH_SIGNING: 'none',
      // Stacks of the same name in other accounts and Regions may share the engine.
      SEARCH_PREFIX: {
        'Fn::Join': ['', ['thresher-febb2fdb-', { Ref: 'AWS::Region' }, '-', { Ref: 'AWS::AccountId' }]],
      },
    },
  });
  expect(JSON.stringify(rights(external))).not.toContain('es:');
});

test('with an external serverless collection lets the functions call it, and prints the roles that it must allow', () => {
  const external = synthesise(EXTERNAL_COLLECTION);
  const { one, all } = external;
  const apiAccess = all('AWS::IAM::Policy').flatMap(([id, { Properties }]) =>
    (Properties['PolicyDocument'] as { Statement: { Action: unknown; Resource: unknown }[] }).Statement.filter(
      ({ Action }) => Action === 'aoss:APIAccessAll',
    ).map(({ Resource }) => [id.replace(/Role.*/, ''), JSON.stringify(Resource)]),
  );
  expect(apiAccess.map(([id]) => id).sort()).toEqual(['Admin', 'IndexHandler', 'Pages']);
  for (const [, resource] of apiAccess)
    expect(resource).toMatch(/:aoss:eu-central-1:.*:collection\/07tjusf2h91cunochc"/);
  expect(searchRolesOf(external)).toHaveLength(3);
  expect(one('AWS::Lambda::Function', 'IndexHandler').Properties['Environment']).toMatchObject({
    Variables: { SEARCH_SIGNING: 'aoss' },
  });
});

test('with an external domain prints the roles that it must allow, and grants nothing itself', () => {
  const external = synthesise(EXTERNAL_DOMAIN);
  expect(searchRolesOf(external)).toHaveLength(3);
  expect(JSON.stringify(rights(external))).not.toMatch(/"(es|aoss):/);
});

test.each([
  ['domain', EXTERNAL_DOMAIN],
  ['collection', EXTERNAL_COLLECTION],
])('signs requests to an external %s for the Region in its endpoint', (_, options) => {
  const { one } = synthesise(options);
  for (const name of ['IndexHandler', 'Pages', 'Admin'])
    expect(one('AWS::Lambda::Function', name).Properties['Environment']).toMatchObject({
      Variables: { SEARCH_REGION: 'eu-central-1' },
    });
});

test.each([
  ['https://search-x-abc.eu-north-1.es.amazonaws.com', 'eu-north-1'],
  ['https://SEARCH-X-ABC.EU-NORTH-1.es.amazonaws.com/?pretty', 'eu-north-1'],
  ['https://search-x-abc.aos.eu-north-1.on.aws:443/', 'eu-north-1'],
  ['https://abc.eu-central-1.aoss.amazonaws.com', 'eu-central-1'],
  ['https://search-x-abc.cn-north-1.es.amazonaws.com.cn', 'cn-north-1'],
  ['https://search-x-abc.eusc-de-east-1.es.amazonaws.eu', 'eusc-de-east-1'],
  ['https://search.example.org/eu-north-1.es.amazonaws.com', undefined],
])('finds the Region of %s', (endpoint, region) => {
  expect(searchRegionOf(endpoint)).toBe(region);
});

test.each([
  ['of the stack itself', SEARCH_OPTIONS.domain],
  ['whose endpoint names no Region', SEARCH_OPTIONS.external],
])("signs requests to an engine %s for the stack's Region", (_, options) => {
  const { Environment } = synthesise(options).one('AWS::Lambda::Function', 'IndexHandler').Properties;
  expect(Environment).not.toMatchObject({ Variables: { SEARCH_REGION: expect.anything() } });
});

test('logs the path of requests', () => {
  const { Format } = stack.one('AWS::ApiGatewayV2::Stage', 'Api').Properties['AccessLogSettings'] as { Format: string };
  expect(JSON.parse(Format)).toMatchObject({ method: '$context.httpMethod', path: '$context.path' });
  // A variable of REST APIs, which is empty in HTTP APIs.
  expect(Format).not.toContain('resourcePath');
});

test('without search creates no index stage and no pages, but the admin API', () => {
  const archive = synthesise(SEARCH_OPTIONS.none);
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
  [{ searchAcces: 'jwt' }, 'searchAcces: unknown option of the stack; did you mean searchAccess?'],
  [{ search: 'solr' }, 'search: must be one of domain, serverless, external, none'],
  [{ searchAccess: 'jwt' }, /jwtIssuer: .*\n.*jwtAudience: /],
])('refuses the invalid option %o by name', (context, message) => {
  expect(() => synthesiseUncached(context as Record<string, string>)).toThrow(message);
});
