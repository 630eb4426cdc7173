import { type Stack, Validations } from 'aws-cdk-lib';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { allSearchNames } from '../shared/text/search-names.ts';
import type { Options } from './options.ts';
import type { Search } from './search.ts';
import type { Storage } from './storage.ts';

/**
 * What AwsSolutions (cdk-nag) finds and stays as it is, with the reason why. Whatever is not here makes `cdk synth` fail.
 * Findings on wildcards name the resource, so a new wildcard is a new finding.
 */
export function acknowledgeFindings(
  stack: Stack,
  {
    storage,
    search,
    schedules,
    options,
  }: { storage: Storage; search: Search | undefined; schedules: string; options: Options },
): void {
  const keep = (id: string, reason: string) => Validations.of(stack).acknowledge({ id: `AwsSolutions-${id}`, reason });
  const keys = (bucket: Bucket, folder: string) => {
    const name = stack.getLogicalId(bucket.node.defaultChild as NonNullable<Parameters<Stack['getLogicalId']>[0]>);
    keep(`IAM5[Resource::<${name}.Arn>/${folder}/*]`, 'keys of objects are made at run time');
  };

  keys(storage.raw, 'raw');
  for (const folder of ['settings', 'inbox', 'bundles', 'robots', 'clean', 'doubts', 'files', 'records'])
    keys(storage.data, folder);
  const scheduler = 'arn:<AWS::Partition>:scheduler:<AWS::Region>:<AWS::AccountId>';
  keep(
    `IAM5[Resource::${scheduler}:schedule/${schedules}/*]`,
    'schedules of crawls are made at run time, in one group',
  );
  keep('SQS3', 'visits are hints: the frontier sends again what got lost');
  if (search && options.searchAccess === 'public') keep('APIG4', 'who searches is the public; requests are throttled');

  if (!search?.domain) return;
  const arn = 'arn:<AWS::Partition>:es:<AWS::Region>:<AWS::AccountId>:domain';
  const { domainName } = search.domain;
  keep(`IAM5[Resource::${arn}/${domainName}/*]`, 'paths of one domain: bulk requests name their index in the body');
  keep(
    `IAM5[Resource::${arn}/${domainName}/${allSearchNames(search.environment.SEARCH_PREFIX)}/_search]`,
    'the indexes of crawls, which are made at run time',
  );
  keep('OS1', 'a VPC needs a NAT for the fetching functions; only signed requests of roles of this account get in');
  keep('OS3', 'functions have no fixed addresses to list; only signed requests get in');
  keep('OS4', 'one small node: dedicated masters would cost several times as much');
  keep('OS7', 'one zone: the index can be written again from the records in S3');
}
