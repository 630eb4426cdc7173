import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, type TableProps } from 'aws-cdk-lib/aws-dynamodb';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type IBucket,
  type LifecycleRule,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

export interface StorageProps {
  readonly keepData: boolean;
  /** Moves captures, documents and records to a colder class after some time. */
  readonly coldStorage: boolean;
  /** Maximum read rate and write rate of a table. Units per second. */
  readonly tableRate: number;
}

/**
 * Size from which an object is moved to the colder class: a move is billed per object, and pays for itself within three weeks from
 * here on. Objects of small crawls stay. Bytes.
 */
const MIN_COLD_BYTES = 2 << 20;

/**
 * Moves large objects of a folder to a storage class at a fifth of the monthly price. Access stays immediate, as cached copies and
 * cleaning again need it.
 */
const coldAfter = (days: number): Pick<LifecycleRule, 'transitions' | 'objectSizeGreaterThan'> => ({
  transitions: [{ storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(days) }],
  objectSizeGreaterThan: MIN_COLD_BYTES,
});

const RAW_RULES: LifecycleRule[] = [{ id: 'archive-captures', prefix: 'raw/', ...coldAfter(30) }];

const DATA_RULES: LifecycleRule[] = [
  { id: 'archive-documents', prefix: 'clean/', ...coldAfter(30) },
  { id: 'archive-records', prefix: 'records/', ...coldAfter(90) },
  // Several hosts share an object, so no host can delete it. A year, because a crawl may be paused for months.
  { id: 'expire-inbox', prefix: 'inbox/', expiration: Duration.days(365) },
  // Rewritten with each new response. If the object is missing, robots.txt is fetched again.
  { id: 'expire-robots', prefix: 'robots/', expiration: Duration.days(90) },
  // Poison journals. They outlive the retention of their message, including in the dead-letter queue.
  { id: 'expire-poison-journals', prefix: 'doubts/', expiration: Duration.days(30) },
  // Tables of a reclassification, which takes hours at most.
  { id: 'expire-surveys', prefix: 'surveys/', expiration: Duration.days(7) },
  // Messages about a crawl that were not delivered. A look forgets them at this age, but a stopped crawl has no looks.
  { id: 'expire-notices', prefix: 'notices/', expiration: Duration.days(7) },
];

/**
 * Buckets and tables: captures, what is derived from them, and the state of hosts. `shared/aws/` documents the item layouts.
 * With `keepData`, buckets and the state of crawls outlive the stack; locks and robots.txt files do not, as both are rebuilt.
 */
export class Storage extends Construct {
  readonly raw: Bucket;
  readonly data: Bucket;
  readonly locks: Table;
  readonly robots: Table;
  readonly heads: Table;
  readonly bundles: Table;
  readonly inbox: Table;
  readonly control: Table;
  readonly annotations: Table;

  private readonly tableRate: number;
  private readonly removalPolicy: RemovalPolicy;

  constructor(scope: Construct, id: string, props: StorageProps) {
    super(scope, id);
    this.tableRate = props.tableRate;
    // A stack whose creation fails deletes what it has created; otherwise the next attempt would leave a second copy.
    this.removalPolicy = props.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
    // Log entries arrive hours late, even after the buckets are deleted. So the log bucket is retained, and empties itself.
    const accessLog = this.bucket('AccessLog', RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE, [
      { id: 'expire-access-log', expiration: Duration.days(30) },
    ]);
    const rules = (all: LifecycleRule[]) => all.filter(({ transitions }) => props.coldStorage || !transitions);
    this.raw = this.bucket('Raw', this.removalPolicy, rules(RAW_RULES), accessLog);
    this.data = this.bucket('Data', this.removalPolicy, rules(DATA_RULES), accessLog);

    const expiring = { timeToLiveAttribute: 'expiresAt' };
    this.locks = this.table('Locks', { partitionKey: key('group'), ...expiring }, RemovalPolicy.DESTROY);
    this.robots = this.table('Robots', { partitionKey: key('origin'), ...expiring }, RemovalPolicy.DESTROY);
    this.heads = this.table('Heads', { partitionKey: key('shard'), sortKey: key('host'), ...expiring });
    this.bundles = this.table('Bundles', { partitionKey: key('home'), sortKey: key('name') });
    this.inbox = this.table('Inbox', { partitionKey: key('home'), sortKey: key('id') });
    this.control = this.table('Control', { partitionKey: key('crawl') });
    this.annotations = this.table('Annotations', { partitionKey: key('crawl'), sortKey: key('id'), ...expiring });
    // Unlike a global index, it has consistent reads: a person sees the annotation that they have just written.
    this.annotations.addLocalSecondaryIndex({
      indexName: 'changes',
      sortKey: { name: 'at', type: AttributeType.NUMBER },
      projectionType: ProjectionType.ALL,
    });
    // A sparse index: it contains only heads with the attribute `due`.
    this.heads.addGlobalSecondaryIndex({
      indexName: 'due',
      partitionKey: key('line'),
      sortKey: { name: 'due', type: AttributeType.NUMBER },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['group', 'best', 'alone', 'begun'],
      maxReadRequestUnits: this.tableRate,
      maxWriteRequestUnits: this.tableRate,
    });
  }

  private table(
    id: string,
    keys: Pick<TableProps, 'partitionKey' | 'sortKey' | 'timeToLiveAttribute'>,
    removalPolicy = this.removalPolicy,
  ): Table {
    return new Table(this, id, {
      ...keys,
      billingMode: BillingMode.PAY_PER_REQUEST,
      maxReadRequestUnits: this.tableRate,
      maxWriteRequestUnits: this.tableRate,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      removalPolicy,
    });
  }

  private bucket(id: string, removalPolicy: RemovalPolicy, rules: LifecycleRule[], log?: Bucket): Bucket {
    // With `exactOptionalPropertyTypes`, the class `Bucket` does not match its own interface.
    const logged = log && { serverAccessLogsBucket: log as IBucket, serverAccessLogsPrefix: `${id.toLowerCase()}/` };
    const lifecycleRules: LifecycleRule[] = [
      { id: 'abort-unfinished-uploads', abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ...rules,
    ];
    const bucket = new Bucket(this, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy,
      ...logged,
      lifecycleRules,
    });
    // CloudFormation wants a string. The CDK writes a number, and its validation warns of that at each deployment.
    for (const [i, { objectSizeGreaterThan: bytes }] of lifecycleRules.entries()) {
      if (bytes === undefined) continue;
      const path = `LifecycleConfiguration.Rules.${i}.ObjectSizeGreaterThan`;
      (bucket.node.defaultChild as CfnBucket).addPropertyOverride(path, String(bytes));
    }
    return bucket;
  }
}

const key = (name: string) => ({ name, type: AttributeType.STRING });
