/** The services of an AWS account that `deploy`, `destroy` and `--target aws` read, through the clients of the SDK. */
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  paginateListStackResources,
} from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { deployedOptions, OPTIONS_METADATA } from '../../shared/settings/stack/context.ts';
import { parseJson } from '../../shared/text/parse-json.ts';
import { withServiceErrors } from './error.ts';
import type { Aws } from './request.ts';

/** A resource of a stack: its type (`AWS::SQS::Queue`), its name in the template, and its name or URL in the account. */
export type Resource = { type: string; logicalId: string; physicalId: string };

/** `account`: from the ARN of the stack; absent if it has none. */
export type StackDescription = { status: string; account: string | undefined; outputs: Record<string, string> };

/** Returns the account of the credentials. Every identity may call this, so it fails only for invalid credentials. */
export async function fetchAccountId(aws: Aws): Promise<string> {
  const sts = new STSClient(aws.clientConfig);
  const { Account = '' } = await withServiceErrors('sts GetCallerIdentity', () =>
    sts.send(new GetCallerIdentityCommand()),
  );
  return Account;
}

/** Returns the number of concurrent executions that all functions of the account and region may use together. */
export async function fetchConcurrencyQuota(aws: Aws): Promise<number> {
  const lambda = new LambdaClient(aws.clientConfig);
  const { AccountLimit } = await withServiceErrors('lambda GetAccountSettings', () =>
    lambda.send(new GetAccountSettingsCommand()),
  );
  return AccountLimit?.UnreservedConcurrentExecutions ?? 0;
}

/** Qualifier of a bootstrap without one of its own: https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-customizing.html */
const DEFAULT_QUALIFIER = 'hnb659fds';

/**
 * Reports whether the CDK is bootstrapped in the account and region: `cdk bootstrap` writes a parameter.
 *
 * @param qualifier that of the bootstrap that the stack uses. Absent: the default one
 */
export async function isBootstrapped(aws: Aws, qualifier = DEFAULT_QUALIFIER): Promise<boolean> {
  const ssm = new SSMClient(aws.clientConfig);
  return withServiceErrors('ssm GetParameter', async () => {
    try {
      await ssm.send(new GetParameterCommand({ Name: `/cdk-bootstrap/${qualifier}/version` }));
      return true;
    } catch (error) {
      if (error instanceof ParameterNotFound) return false;
      throw error;
    }
  });
}

/** @returns undefined if the stack does not exist */
export async function describeStack(aws: Aws, stack: string): Promise<StackDescription | undefined> {
  const cloudFormation = new CloudFormationClient(aws.clientConfig);
  const found = await withServiceErrors('cloudformation DescribeStacks', async () => {
    try {
      const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stack }));
      return Stacks?.[0];
    } catch (error) {
      const { name, message } = error as Error;
      if (name === 'ValidationError' && message.includes('does not exist')) return undefined;
      throw error;
    }
  });
  if (!found) return undefined;
  const outputs = (found.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]);
  const [, account] = /^arn:[\w-]+:cloudformation:[\w-]+:(\d{12}):/.exec(found.StackId ?? '') ?? [];
  return { status: found.StackStatus ?? '', account, outputs: Object.fromEntries(outputs) };
}

/** Lists all resources of a stack. */
export async function listStackResources(aws: Aws, stack: string): Promise<Resource[]> {
  const client = new CloudFormationClient(aws.clientConfig);
  return withServiceErrors('cloudformation ListStackResources', async () => {
    const resources: Resource[] = [];
    for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName: stack }))
      for (const { ResourceType = '', LogicalResourceId = '', PhysicalResourceId = '' } of StackResourceSummaries)
        resources.push({ type: ResourceType, logicalId: LogicalResourceId, physicalId: PhysicalResourceId });
    return resources;
  });
}

type Template = {
  Metadata?: Record<string, unknown>;
  Resources?: Record<string, { DeletionPolicy?: string }>;
};

/** @returns undefined if the template is not JSON, which `cdk deploy` writes */
async function fetchTemplate(aws: Aws, stack: string): Promise<Template | undefined> {
  const cloudFormation = new CloudFormationClient(aws.clientConfig);
  const { TemplateBody = '' } = await withServiceErrors('cloudformation GetTemplate', () =>
    cloudFormation.send(new GetTemplateCommand({ StackName: stack })),
  );
  return parseJson(TemplateBody) as Template | undefined;
}

/**
 * Returns the options that a stack was deployed with.
 *
 * @returns undefined if its template does not name them: a version without this metadata deployed it
 */
export async function fetchDeployedOptions(aws: Aws, stack: string): Promise<Record<string, string> | undefined> {
  const options = (await fetchTemplate(aws, stack))?.Metadata?.[OPTIONS_METADATA];
  return typeof options === 'object' && options !== null ? deployedOptions({ ...options }) : undefined;
}

/** Lists the resources that are kept when the stack is deleted, according to its template. */
export async function listRetainedResources(aws: Aws, stack: string): Promise<Resource[]> {
  const template = await fetchTemplate(aws, stack);
  const resources = await listStackResources(aws, stack);
  return resources.filter(({ logicalId }) => template?.Resources?.[logicalId]?.DeletionPolicy?.startsWith('Retain'));
}
