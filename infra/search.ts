import { Stack } from 'aws-cdk-lib';
import { CfnDomain, EngineVersion } from 'aws-cdk-lib/aws-opensearchservice';
import { Construct } from 'constructs';
import type { Handler } from './handler.ts';
import type { Options } from './options.ts';

/** What a client of the index calls. */
const CALLS = ['es:ESHttpGet', 'es:ESHttpHead', 'es:ESHttpPost', 'es:ESHttpPut', 'es:ESHttpDelete'];

/** t3.small.search keeps at most so much. GiB. */
const VOLUME_GIB = 20;

/**
 * The search engine: a small domain of the stack's own, or one that is there already. A domain goes with the stack: it
 * can be written again from `records/`. The L1 construct, as the L2 domain
 * brings a function of its own with rights on everything, only to write the access policy.
 */
export class Search extends Construct {
  readonly endpoint: string;
  readonly domain: CfnDomain | undefined;

  constructor(scope: Construct, id: string, options: Options) {
    super(scope, id);
    this.domain = options.search === 'domain' ? this.ownDomain() : undefined;
    this.endpoint = this.domain ? `https://${this.domain.attrDomainEndpoint}` : options.searchEndpoint;
  }

  /** The rights that `handler` needs to write and ask; an engine elsewhere judges by itself. */
  openTo(handler: Handler): void {
    if (this.domain) handler.may(CALLS, `${this.domain.attrArn}/*`);
  }

  private ownDomain(): CfnDomain {
    const { account, partition, region } = Stack.of(this);
    const domain = new CfnDomain(this, 'Domain', {
      engineVersion: EngineVersion.OPENSEARCH_3_3.version,
      clusterConfig: { instanceType: 't3.small.search', instanceCount: 1 },
      ebsOptions: { ebsEnabled: true, volumeType: 'gp3', volumeSize: VOLUME_GIB },
      encryptionAtRestOptions: { enabled: true },
      nodeToNodeEncryptionOptions: { enabled: true },
      domainEndpointOptions: { enforceHttps: true, tlsSecurityPolicy: 'Policy-Min-TLS-1-2-PFS-2023-10' },
      // Leaves the decision to the rights of this account's roles; nobody else gets in.
      accessPolicies: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { AWS: `arn:${partition}:iam::${account}:root` },
            Action: CALLS,
            Resource: `arn:${partition}:es:${region}:${account}:domain/*`,
          },
        ],
      },
    });
    // A newer engine takes the place of the older one and keeps what is in it.
    domain.cfnOptions.updatePolicy = { enableVersionUpgrade: true };
    return domain;
  }
}
