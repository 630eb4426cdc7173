import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { LogGroup, CfnResourcePolicy as LogsPolicy, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnDomain, EngineVersion } from 'aws-cdk-lib/aws-opensearchservice';
import { Construct } from 'constructs';
import { allSearchNames } from '../shared/text/search-names.ts';
import type { Handler } from './handler.ts';
import type { SearchEngine } from './search.ts';

/** What a writer calls: makes indexes, writes records, looks whether they are there. */
const WRITES = ['es:ESHttpGet', 'es:ESHttpHead', 'es:ESHttpPost', 'es:ESHttpPut'];
const READS = ['es:ESHttpGet', 'es:ESHttpPost'];

/** t3.small.search keeps at most so much. GiB. */
const VOLUME_GIB = 20;

/** What the engine writes down; slow requests only where an index asks for it. */
const LOGS = ['ES_APPLICATION_LOGS', 'SEARCH_SLOW_LOGS', 'INDEX_SLOW_LOGS'];

/**
 * One small node. The L1 construct: the L2 domain brings functions of its own with rights on everything, only to write the
 * access policy and the one of its log. Its name is fixed, so that both policies can name it.
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
      // Leaves the decision to the rights of this account's roles; nobody else gets in.
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
    domain.addResourceDependency(mayLog);
    // A newer engine takes the place of the older one and keeps what is in it.
    domain.cfnOptions.updatePolicy = { enableVersionUpgrade: true };
    this.endpoint = `https://${domain.attrDomainEndpoint}`;
  }

  /** Bulk requests name their indexes in the body, so paths cannot keep a writer to its own. */
  openToWriter(handler: Handler): void {
    handler.may(WRITES, `${this.arn}/*`);
  }

  openToReader(handler: Handler, prefix: string): void {
    handler.may(READS, `${this.arn}/${allSearchNames(prefix)}/_search`);
  }
}
