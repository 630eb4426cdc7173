import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table, type TableProps } from 'aws-cdk-lib/aws-dynamodb';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  type LifecycleRule,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

export interface StorageProps {
  readonly keepData: boolean;
  /** Units a second, reads and writes each. */
  readonly tableRate: number;
}

/**
 * All that is kept: captures, what is made of them, and the state of hosts. The items' layouts stand in `shared/aws/`.
 * Buckets and the state of crawls outlive the stack; locks and robots answers are learnt again.
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

  constructor(scope: Construct, id: string, props: StorageProps) {
    super(scope, id);
    const kept = props.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;

    // Entries arrive hours late, also after the buckets are gone: it stays behind, and empties itself.
    const accessLog = this.bucket('AccessLog', RemovalPolicy.RETAIN, [{ id: 'go', expiration: Duration.days(30) }]);

    // Still read at once (cached copies, cleaning again), at a fifth of the price a month.
    const coldAfter = (days: number) => [
      { storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL, transitionAfter: Duration.days(days) },
    ];
    this.raw = this.bucket(
      'Raw',
      kept,
      [{ id: 'captures-cool', prefix: 'raw/', transitions: coldAfter(30) }],
      accessLog,
    );
    this.data = this.bucket(
      'Data',
      kept,
      [
        { id: 'documents-cool', prefix: 'clean/', transitions: coldAfter(30) },
        { id: 'records-cool', prefix: 'records/', transitions: coldAfter(90) },
        // Nobody knows when the last host has read its part of one; a crawl may be paused for months.
        { id: 'offers-go', prefix: 'inbox/', expiration: Duration.days(365) },
        // Written again with each new answer; an object that is gone only means that robots.txt is asked for again.
        { id: 'robots-go', prefix: 'robots/', expiration: Duration.days(90) },
        // Longer than a message may come again, also out of the dead letters.
        { id: 'doubts-go', prefix: 'doubts/', expiration: Duration.days(30) },
      ],
      accessLog,
    );

    const table = (
      name: string,
      given: Pick<TableProps, 'partitionKey' | 'sortKey' | 'timeToLiveAttribute'>,
      removalPolicy = kept,
    ) =>
      new Table(this, name, {
        ...given,
        billingMode: BillingMode.PAY_PER_REQUEST,
        maxReadRequestUnits: props.tableRate,
        maxWriteRequestUnits: props.tableRate,
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        removalPolicy,
      });
    const expiring = { timeToLiveAttribute: 'expiresAt' };
    this.locks = table('Locks', { partitionKey: key('group'), ...expiring }, RemovalPolicy.DESTROY);
    this.robots = table('Robots', { partitionKey: key('origin'), ...expiring }, RemovalPolicy.DESTROY);
    this.heads = table('Heads', { partitionKey: key('shard'), sortKey: key('host'), ...expiring });
    this.bundles = table('Bundles', { partitionKey: key('home'), sortKey: key('name') });
    this.inbox = table('Inbox', { partitionKey: key('home'), sortKey: key('id') });
    this.control = table('Control', { partitionKey: key('crawl') });
    // Sparse: only heads with a `due` are in it.
    this.heads.addGlobalSecondaryIndex({
      indexName: 'due',
      partitionKey: key('line'),
      sortKey: { name: 'due', type: AttributeType.NUMBER },
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['group', 'best', 'alone', 'begun'],
      maxReadRequestUnits: props.tableRate,
      maxWriteRequestUnits: props.tableRate,
    });
  }

  private bucket(id: string, removalPolicy: RemovalPolicy, rules: LifecycleRule[], log?: Bucket): Bucket {
    // The class does not keep to its own interface where absent and undefined are two things.
    const logged = log && { serverAccessLogsBucket: log as IBucket, serverAccessLogsPrefix: `${id.toLowerCase()}/` };
    return new Bucket(this, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      removalPolicy,
      ...logged,
      lifecycleRules: [
        { id: 'unfinished-uploads-go', abortIncompleteMultipartUploadAfter: Duration.days(1) },
        ...rules,
      ],
    });
  }
}

const key = (name: string) => ({ name, type: AttributeType.STRING });
