import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, CfnResourcePolicy as LogsPolicy, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnDomain, EngineVersion } from 'aws-cdk-lib/aws-opensearchservice';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { allSearchNames } from '../shared/text/search-names.ts';
import type { Handler } from './handler.ts';
import type { SearchEngine } from './search-engine.ts';

/** HTTP methods of a writer: it creates indexes, checks whether they exist, and writes records. */
const WRITES = ['es:ESHttpGet', 'es:ESHttpHead', 'es:ESHttpPost', 'es:ESHttpPut'];
const READS = ['es:ESHttpGet', 'es:ESHttpPost'];

/** Maximum volume size of t3.small.search. GiB. */
export const VOLUME_GIB = 20;

/** Logs of the engine. Slow requests are logged only if an index enables it. */
const LOGS = ['ES_APPLICATION_LOGS', 'SEARCH_SLOW_LOGS', 'INDEX_SLOW_LOGS'];

/**
 * A domain with one small node. Uses the L1 construct: the L2 construct adds functions with broad permissions, only to write the
 * access policy and the log policy. The domain has a fixed name, so that both policies can refer to it.
 */
export class SearchDomain extends Construct implements SearchEngine {
  readonly endpoint: string;
  readonly signing = 'es';
  readonly arn: string;
  readonly domainName: string;

  /** @param domainName unique in account and Region. */
  constructor(scope: Construct, id: string, domainName: string) {
    super(scope, id);
    this.domainName = domainName;
    const stack = Stack.of(this);
    const { account, partition, region } = stack;
    this.arn = `arn:${partition}:es:${region}:${account}:domain/${domainName}`;
    const log = new LogGroup(this, 'Log', {
      retention: RetentionDays.TWO_WEEKS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const mayLog = new LogsPolicy(this, 'MayLog', {
      policyName: domainName,
      policyDocument: stack.toJsonString({
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { Service: 'es.amazonaws.com' },
            Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
            Resource: log.logGroupArn,
            Condition: { ArnEquals: { 'aws:SourceArn': this.arn } },
          },
        ],
      }),
    });

    const domain = new CfnDomain(this, 'Domain', {
      domainName,
      engineVersion: EngineVersion.OPENSEARCH_3_7.version,
      clusterConfig: { instanceType: 't3.small.search', instanceCount: 1 },
      ebsOptions: { ebsEnabled: true, volumeType: 'gp3', volumeSize: VOLUME_GIB },
      encryptionAtRestOptions: { enabled: true },
      nodeToNodeEncryptionOptions: { enabled: true },
      domainEndpointOptions: { enforceHttps: true, tlsSecurityPolicy: 'Policy-Min-TLS-1-2-PFS-2023-10' },
      logPublishingOptions: Object.fromEntries(
        LOGS.map((kind) => [kind, { enabled: true, cloudWatchLogsLogGroupArn: log.logGroupArn }]),
      ),
      // Delegates access control to the IAM roles of this account. All other principals are denied.
      accessPolicies: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { AWS: `arn:${partition}:iam::${account}:root` },
            Action: WRITES,
            Resource: `${this.arn}/*`,
          },
        ],
      },
    });
    this.delay(domain, mayLog);
    // An engine upgrade is done in place and keeps the indexes.
    domain.cfnOptions.updatePolicy = { enableVersionUpgrade: true };
    this.endpoint = `https://${domain.attrDomainEndpoint}`;
  }

  /**
   * Creates the domain some time after the log policy. The policy takes effect some seconds after CloudFormation reports it as
   * created, and until then the service refuses to create a domain with logs
   * (https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1769).
   *
   * An unused queue and its policy take up the time: CloudFormation takes up to a minute to create a queue, and an
   * unused queue is free. It is created whenever the domain is, also if the domain is added to a stack later.
   */
  private delay(domain: CfnDomain, mayLog: LogsPolicy): void {
    const queue = new Queue(this, 'Delay', { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true });
    queue.node.addDependency(mayLog);
    domain.node.addDependency(queue);
  }

  /** Bulk requests name their indexes in the body, so a path cannot restrict a writer to its own indexes. */
  allowWriting(handler: Handler): void {
    handler.allow(WRITES, `${this.arn}/*`);
  }

  allowReading(handler: Handler, prefix: string): void {
    handler.allow(READS, `${this.arn}/${allSearchNames(prefix)}/_search`);
  }
}
