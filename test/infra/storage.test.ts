import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { CHANGES_INDEX } from '../../shared/aws/dynamo/dynamo-annotation-item.ts';
import { ALL_OPTIONS, type Resource, SEARCH_OPTIONS, synthesise, synthesiseUncached } from './stack.ts';

const TABLES = ['Locks', 'Robots', 'Heads', 'Bundles', 'Inbox', 'Control', 'Annotations'] as const;

let stack: ReturnType<typeof synthesise>;
beforeAll(() => {
  stack = synthesise();
});

const table = (name: string) => stack.one('AWS::DynamoDB::Table', `Storage${name}`);
const buckets = () => stack.all('AWS::S3::Bucket');
const isAccessLog = ([id]: [id: string, unknown]) => id.startsWith('StorageAccessLog');
const stored = () => buckets().filter((bucket) => !isAccessLog(bucket));

test('creates exactly these tables', () => {
  expect(stack.all('AWS::DynamoDB::Table')).toHaveLength(TABLES.length);
});

test('keeps the logical ids of stacks that exist: an update replaces a resource of another id by an empty one', () => {
  const kept = ['DynamoDB::Table', 'S3::Bucket', 'SQS::Queue', 'OpenSearchService::Domain', 'Scheduler::ScheduleGroup'];
  const ids = kept.flatMap((type) => stack.all(`AWS::${type}`).map(([id]) => id));
  expect(ids.toSorted()).toEqual([
    'ClassifyGivenUp59990682',
    'ClassifyQueue34E1CC15',
    'CleanGivenUp99BBFAD1',
    'CleanQueue41088FA3',
    'CrawlSchedulesGroup2691B75A',
    'FetchQueue6740759B',
    'IndexGivenUp0BA21E49',
    'IndexQueueBF27C496',
    'SearchDomainC4495A62',
    'SearchDomainDelayB62C4214',
    'StorageAccessLog9DF31AD8',
    'StorageAnnotationsCF41AC7A',
    'StorageBundles3D1618A7',
    'StorageControl30152705',
    'StorageData6BB23F4E',
    'StorageHeadsC5B5C5DB',
    'StorageInbox618003E1',
    'StorageLocks242BD768',
    'StorageRaw7E344C76',
    'StorageRobotsDCA7B4E7',
  ]);
  const collections = synthesise(SEARCH_OPTIONS.serverless).all('AWS::OpenSearchServerless::Collection');
  expect(collections.map(([id]) => id)).toEqual(['SearchCollectionDFFB7B0E']);
});

test('keeps the keys of tables of stacks that exist: another key replaces the table', () => {
  const keys = TABLES.map((name) => {
    const schema = table(name).Properties['KeySchema'] as { AttributeName: string }[];
    return [name, ...schema.map(({ AttributeName }) => AttributeName)].join(' ');
  });
  expect(keys).toEqual([
    'Locks group',
    'Robots origin',
    'Heads shard host',
    'Bundles home name',
    'Inbox home id',
    'Control crawl',
    'Annotations crawl id',
  ]);
});

test.each(TABLES)('docs/aws.md names %s with its key', (name) => {
  const page = readFileSync(new URL('../../docs/aws.md', import.meta.url), 'utf8');
  const section = page.split('\n## Tables and buckets\n')[1]!.split('\n## ')[0]!;
  const [, keyCell] = new RegExp(`^\\| ${name} +\\|([^|]*)`, 'm').exec(section) ?? [];
  expect(keyCell).toBeDefined();
  // Without the form of the values, such as `crawl#host`.
  const named = [...keyCell!.replace(/= `[^`]*`/g, '').matchAll(/`(\w+)`/g)].map(([, attribute]) => attribute);
  const keys = table(name).Properties['KeySchema'] as { AttributeName: string }[];
  expect(named).toEqual(keys.map(({ AttributeName }) => AttributeName));
});

test.each(TABLES)('bills %s by use up to a rate, with point-in-time recovery', (name) => {
  expect(table(name).Properties).toMatchObject({
    BillingMode: 'PAY_PER_REQUEST',
    OnDemandThroughput: { MaxReadRequestUnits: 4_000, MaxWriteRequestUnits: 4_000 },
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  });
});

test.each([
  ['Locks', true],
  ['Robots', true],
  ['Heads', true],
  // The state of a crawl may be years old.
  ['Bundles', false],
  ['Inbox', false],
  ['Control', false],
  // The marks of deleted annotations.
  ['Annotations', true],
])('expires items of %s: %s', (name, expires) => {
  const ttl = table(name).Properties['TimeToLiveSpecification'];
  expect(ttl).toEqual(expires ? { AttributeName: 'expiresAt', Enabled: true } : undefined);
});

test('has a sparse index of due heads: its sort key is an attribute that idle heads lack', () => {
  const { GlobalSecondaryIndexes, KeySchema } = table('Heads').Properties as Record<string, unknown[]>;
  expect(KeySchema).toEqual([
    { AttributeName: 'shard', KeyType: 'HASH' },
    { AttributeName: 'host', KeyType: 'RANGE' },
  ]);
  expect(GlobalSecondaryIndexes).toEqual([
    {
      IndexName: 'due',
      KeySchema: [
        { AttributeName: 'line', KeyType: 'HASH' },
        { AttributeName: 'due', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['group', 'best', 'alone', 'begun'] },
      OnDemandThroughput: { MaxReadRequestUnits: 4_000, MaxWriteRequestUnits: 4_000 },
    },
  ]);
});

test('has an index of changed annotations with consistent reads', () => {
  expect(table('Annotations').Properties['LocalSecondaryIndexes']).toEqual([
    {
      IndexName: CHANGES_INDEX,
      KeySchema: [
        { AttributeName: 'crawl', KeyType: 'HASH' },
        { AttributeName: 'at', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ]);
});

test('keeps buckets private and encrypted, and requires TLS', () => {
  expect(buckets()).toHaveLength(3);
  for (const [id, { Properties }] of buckets()) {
    expect(Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: { ServerSideEncryptionConfiguration: [expect.anything()] },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
    });
    const policy = stack.all('AWS::S3::BucketPolicy').find(([, p]) => JSON.stringify(p).includes(`"Ref":"${id}"`))![1];
    expect(JSON.stringify(policy)).toContain('"aws:SecureTransport":"false"');
    const { Statement } = policy.Properties['PolicyDocument'] as { Statement: Record<string, unknown>[] };
    // Only S3 itself may write the access log.
    const allowed = Statement.filter(({ Effect }) => Effect === 'Allow');
    expect(allowed.map(({ Principal, Action }) => ({ Principal, Action }))).toEqual(
      id.startsWith('StorageAccessLog')
        ? [1, 2].map(() => ({ Principal: { Service: 'logging.s3.amazonaws.com' }, Action: 's3:PutObject' }))
        : [],
    );
  }
});

test('logs the access to buckets for a month', () => {
  const [[log, { Properties }]] = buckets().filter(isAccessLog) as [[string, Resource]];
  expect(stored()).toHaveLength(2);
  for (const [, { Properties }] of stored())
    expect(Properties['LoggingConfiguration']).toMatchObject({ DestinationBucketName: { Ref: log } });
  expect(JSON.stringify(Properties)).toContain('"ExpirationInDays":30');
});

test('encrypts queues and requires TLS', () => {
  for (const [id, { Properties }] of stack.all('AWS::SQS::Queue')) {
    expect(Properties['SqsManagedSseEnabled']).toBe(true);
    const policies = JSON.stringify(
      stack.all('AWS::SQS::QueuePolicy').filter(([, p]) => JSON.stringify(p).includes(id)),
    );
    expect(policies).toContain('"aws:SecureTransport":"false"');
  }
});

test('retains collected data when the stack is deleted or a resource replaced, but not when its creation fails', () => {
  const kept = [...buckets(), ...['Heads', 'Bundles', 'Inbox', 'Control'].map((name) => [name, table(name)] as const)];
  for (const [, resource] of kept) {
    expect(resource).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
  }
});

/** The resources that a resource waits for: those of its `DependsOn`, and theirs. */
function prerequisitesOf(id: string): string[] {
  const direct = stack.resources[id]?.DependsOn ?? [];
  return [...direct, ...direct.flatMap(prerequisitesOf)];
}

test('creates a slow resource between the log policy and the search domain, also if the domain is added later', () => {
  const [domain] = stack.all('AWS::OpenSearchService::Domain').map(([id]) => id);
  const [policy] = stack.all('AWS::Logs::ResourcePolicy').map(([id]) => id);
  const slow = stack.all('AWS::SQS::Queue').filter(([id]) => prerequisitesOf(id).includes(policy!));
  expect(slow).toHaveLength(1);
  expect(prerequisitesOf(domain!)).toEqual(expect.arrayContaining([slow[0]![0], policy]));
  // A resource that other kinds of search have, too, already exists when the kind changes.
  for (const kind of ['none', 'serverless', 'external'] as const)
    expect(Object.keys(synthesise(SEARCH_OPTIONS[kind]).resources)).not.toContain(slow[0]![0]);
});

test('deletes data with the stack if keepData is false', () => {
  const all = synthesise(ALL_OPTIONS);
  const gone = [...all.all('AWS::S3::Bucket'), ...all.all('AWS::DynamoDB::Table')].filter((one) => !isAccessLog(one));
  expect(gone).toHaveLength(9);
  for (const [, { DeletionPolicy }] of gone) expect(DeletionPolicy).toBe('Delete');
});

test('moves captures, documents and records to a colder class with instant access', () => {
  const rules = buckets().flatMap(([, { Properties }]) => {
    const { Rules } = Properties['LifecycleConfiguration'] as { Rules: Record<string, unknown>[] };
    return Rules;
  });
  const cooled = rules.filter(({ Transitions }) => Transitions);
  expect(cooled.map(({ Prefix }) => Prefix).sort()).toEqual(['clean/', 'raw/', 'records/']);
  for (const { Transitions } of cooled) expect(Transitions).toMatchObject([{ StorageClass: 'GLACIER_IR' }]);
  // A move of a smaller object costs more than it saves in weeks.
  // A string, as CloudFormation declares it: a number is coerced with a warning.
  for (const { ObjectSizeGreaterThan } of cooled) expect(ObjectSizeGreaterThan).toBe(String(2 << 20));
});

test('keeps objects in the standard class if coldStorage is false', () => {
  const template = synthesiseUncached({ ...SEARCH_OPTIONS.none, coldStorage: 'false' });
  const rules = JSON.stringify(template.all('AWS::S3::Bucket'));
  expect(rules).not.toContain('GLACIER_IR');
  expect(rules).toContain('expire-inbox');
});

test('expires only objects that can be rebuilt or were read long ago', () => {
  const rules = stored().flatMap(([, { Properties }]) => {
    const { Rules } = Properties['LifecycleConfiguration'] as { Rules: Record<string, unknown>[] };
    return Rules;
  });
  const dropped = rules.filter(({ ExpirationInDays }) => ExpirationInDays !== undefined);
  expect(dropped.map(({ Prefix, ExpirationInDays }) => [Prefix, ExpirationInDays])).toEqual([
    ['inbox/', 365],
    ['robots/', 90],
    ['doubts/', 30],
    ['surveys/', 7],
    ['notices/', 7],
  ]);
  expect(rules.filter(({ AbortIncompleteMultipartUpload }) => AbortIncompleteMultipartUpload)).toHaveLength(2);
});
