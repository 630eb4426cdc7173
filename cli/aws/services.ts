import { awsError } from './error.ts';
import {
  type Aws,
  parseAwsError,
  parseJson,
  type ServiceResponse,
  sendRequest,
  type UnsignedRequest,
} from './request.ts';
import { below, readXml, textOf, type XmlElement } from './xml.ts';

/** A resource of a stack: `AWS::SQS::Queue`, its name in the template, its name or address in the account. */
export type Resource = { type: string; logicalId: string; physicalId: string };

export type StackDescription = { status: string; outputs: Record<string, string> };

/** Whose credentials these are. Everybody may ask that, so a failure is one of the credentials. */
export async function fetchAccountId(aws: Aws): Promise<string> {
  const xml = await query(aws, 'sts', '2011-06-15', { Action: 'GetCallerIdentity' });
  return below(xml, 'Account')?.text ?? '';
}

/** How many copies of functions may run at once in the account and region, all functions together. */
export async function fetchConcurrencyQuota(aws: Aws): Promise<number> {
  const answer = await call(aws, 'lambda', 'GetAccountSettings', {
    method: 'GET',
    url: `${addressOf(aws, 'lambda')}/2016-08-19/account-settings/`,
    headers: {},
  });
  const { AccountLimit } = parseJson(answer.text) as { AccountLimit?: { UnreservedConcurrentExecutions?: number } };
  return AccountLimit?.UnreservedConcurrentExecutions ?? 0;
}

/** Written by `cdk bootstrap`, read by every deployment: https://docs.aws.amazon.com/cdk/v2/guide/bootstrapping-env.html */
const BOOTSTRAP_VERSION = '/cdk-bootstrap/hnb659fds/version';

/** Whether CDK has its bucket and roles in the account and region. */
export async function isBootstrapped(aws: Aws): Promise<boolean> {
  const request: UnsignedRequest = {
    method: 'POST',
    url: `${addressOf(aws, 'ssm')}/`,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': 'AmazonSSM.GetParameter' },
    body: JSON.stringify({ Name: BOOTSTRAP_VERSION }),
  };
  const answer = await sendRequest(aws, 'ssm', request);
  if (answer.status === 200) return true;
  const fault = parseAwsError(answer);
  if (fault.code.startsWith('ParameterNotFound')) return false;
  throw awsError('ssm GetParameter', fault);
}

/** @returns undefined when there is no such stack. */
export async function describeStack(aws: Aws, stack: string): Promise<StackDescription | undefined> {
  const answer = await queried(aws, 'cloudformation', CLOUDFORMATION, { Action: 'DescribeStacks', StackName: stack });
  if (answer.status !== 200) {
    const fault = parseAwsError(answer);
    if (fault.code === 'ValidationError' && fault.message.includes('does not exist')) return undefined;
    throw awsError('cloudformation DescribeStacks', fault);
  }
  const found = below(readXml(answer.text), 'member');
  if (!found) return undefined;
  const outputs = below(found, 'Outputs')?.children ?? [];
  return {
    status: textOf(found, 'StackStatus'),
    outputs: Object.fromEntries(outputs.map((one) => [textOf(one, 'OutputKey'), textOf(one, 'OutputValue')])),
  };
}

/** All resources of a stack, however many pages they take. */
export async function listStackResources(aws: Aws, stack: string): Promise<Resource[]> {
  const found: Resource[] = [];
  let NextToken: string | undefined;
  do {
    const asked = { Action: 'ListStackResources', StackName: stack, ...(NextToken && { NextToken }) };
    const xml = await query(aws, 'cloudformation', CLOUDFORMATION, asked);
    for (const one of below(xml, 'StackResourceSummaries')?.children ?? [])
      found.push({
        type: textOf(one, 'ResourceType'),
        logicalId: textOf(one, 'LogicalResourceId'),
        physicalId: textOf(one, 'PhysicalResourceId'),
      });
    NextToken = below(xml, 'NextToken')?.text;
  } while (NextToken);
  return found;
}

/** What outlives the stack: resources whose template says that they are retained. */
export async function listRetainedResources(aws: Aws, stack: string): Promise<Resource[]> {
  const asked = { Action: 'GetTemplate', StackName: stack };
  const xml = await query(aws, 'cloudformation', CLOUDFORMATION, asked);
  const template = parseJson(below(xml, 'TemplateBody')?.text ?? '') as
    | { Resources?: Record<string, { DeletionPolicy?: string }> }
    | undefined;
  const all = await listStackResources(aws, stack);
  return all.filter(({ logicalId }) => template?.Resources?.[logicalId]?.DeletionPolicy?.startsWith('Retain'));
}

const CLOUDFORMATION = '2010-05-15';

type Query = { Action: string } & Record<string, string>;

async function query(aws: Aws, service: string, version: string, asked: Query): Promise<XmlElement> {
  const answer = await queried(aws, service, version, asked);
  if (answer.status !== 200) throw awsError(`${service} ${asked.Action}`, parseAwsError(answer));
  return readXml(answer.text);
}

function queried(aws: Aws, service: string, Version: string, asked: Query): Promise<ServiceResponse> {
  return sendRequest(aws, service, {
    method: 'POST',
    url: `${addressOf(aws, service)}/`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...asked, Version }).toString(),
  });
}

async function call(aws: Aws, service: string, action: string, request: UnsignedRequest): Promise<ServiceResponse> {
  const answer = await sendRequest(aws, service, request);
  if (answer.status !== 200) throw awsError(`${service} ${action}`, parseAwsError(answer));
  return answer;
}

/** China has a domain of its own. */
function addressOf({ region, endpoint }: Aws, service: string): string {
  if (endpoint !== undefined) return endpoint.replace(/\/$/, '');
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
