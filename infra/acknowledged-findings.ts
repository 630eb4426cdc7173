import { type Stack, Validations } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { allSearchNames } from '../shared/text/search-names.ts';
import type { DeploymentOptions } from './options.ts';
import type { Search } from './search.ts';
import type { Storage } from './storage.ts';

/**
 * Acknowledges findings of AwsSolutions (cdk-nag), each with a reason. Any other finding makes `cdk synth` fail. Findings on
 * wildcards name the resource, so each new wildcard is a new finding.
 */
export function acknowledgeFindings(
  stack: Stack,
  {
    storage,
    search,
    schedules,
    options,
  }: { storage: Storage; search: Search | undefined; schedules: string; options: DeploymentOptions },
): void {
  const acknowledge = (id: string, reason: string) =>
    Validations.of(stack).acknowledge({ id: `AwsSolutions-${id}`, reason });
  const acknowledgeKeys = (bucket: Bucket, folder: string) => {
    const name = stack.getLogicalId(bucket.node.defaultChild as NonNullable<Parameters<Stack['getLogicalId']>[0]>);
    acknowledge(`IAM5[Resource::<${name}.Arn>/${folder}/*]`, 'object keys are chosen at run time');
  };

  acknowledgeKeys(storage.raw, 'raw');
  for (const folder of [
    'settings',
    'alerts',
    'applied',
    'sums',
    'surveys',
    'inbox',
    'bundles',
    'robots',
    'clean',
    'doubts',
    'models',
    'notices',
    'watches',
    'files',
    'records',
  ])
    acknowledgeKeys(storage.data, folder);
  const scheduler = 'arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>';
  acknowledge(
    `IAM5[Resource::${scheduler}:schedule/${schedules}/*]`,
    'schedules of crawls are created at run time, in one group',
  );
  acknowledge('SQS3', 'visits are hints: dispatch sends a lost one again; the queue before the domain carries nothing');
  if (search && options.searchAccess === 'public') acknowledge('APIG4', 'the search is public; requests are throttled');

  if (!search?.domain) return;
  const arn = 'arn:<AWS::Partition>:es:<AWS::Region>:<AWS::AccountId>:domain';
  const { domainName } = search.domain;
  acknowledge(
    `IAM5[Resource::${arn}/${domainName}/*]`,
    'paths of one domain: bulk requests name their index in the body',
  );
  acknowledge(
    `IAM5[Resource::${arn}/${domainName}/${allSearchNames(search.environment.SEARCH_PREFIX)}/_search]`,
    'the indexes of crawls, which are created at run time',
  );
  acknowledge('OS1', 'a VPC needs a NAT for fetch; the domain accepts only signed requests of roles of this account');
  acknowledge('OS3', 'functions have no fixed IP addresses to list; the domain accepts only signed requests');
  acknowledge('OS4', 'one small node: dedicated masters would cost several times as much');
  acknowledge('OS7', 'one zone: the index can be rebuilt from the records in S3');
}
