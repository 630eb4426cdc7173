/** A fake AWS account and a fake CDK for tests of `deploy` and `destroy`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RunCdk } from '../../../cli/aws/cdk.ts';
import { type FakeResponse, fakeAws, type ReceivedRequest, withCredentials } from './aws-account.ts';

type Answer = (request: ReceivedRequest) => FakeResponse | Promise<FakeResponse>;

export const xml = (action: string, inner: string) => ({
  body: `<${action}Response><${action}Result>${inner}</${action}Result></${action}Response>`,
});
export const member = (fields: Record<string, string>) =>
  `<member>${Object.entries(fields)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</member>`;

/** A fake account. `over` replaces answers by the name of the operation. */
export async function account(over: Record<string, Answer> = {}, secret?: string) {
  const answers: Record<string, Answer> = {
    GetCallerIdentity: () => xml('GetCallerIdentity', '<Account>123456789012</Account>'),
    GetAccountSettings: () => ({ body: { AccountLimit: { UnreservedConcurrentExecutions: 1_000 } } }),
    GetParameter: () => ({ body: { Parameter: { Value: '30' } } }),
    DescribeStacks: () => xml('DescribeStacks', `<Stacks>${member({ StackStatus: 'CREATE_COMPLETE' })}</Stacks>`),
    GetTemplate: () =>
      xml(
        'GetTemplate',
        `<TemplateBody>${JSON.stringify({ Resources: RESOURCES }).replaceAll('"', '&quot;')}</TemplateBody>`,
      ),
    ListStackResources: () => xml('ListStackResources', `<StackResourceSummaries>${LISTED}</StackResourceSummaries>`),
    admin: () => ({ body: { crawl: 'plants', accepted: [], refused: [], crawls: [] } }),
    ...over,
  };
  const { url, received } = await fakeAws((one) => {
    if (!one.service)
      return {
        status: 403,
        body: '<ErrorResponse><Error><Code>SignatureDoesNotMatch</Code><Message>The signature does not match</Message></Error></ErrorResponse>',
      };
    return answers[questionOf(one)]!(one);
  });
  withCredentials(secret);
  return {
    env: { AWS_ENDPOINT_URL: url },
    received: () => received.map((one) => `${one.service} ${questionOf(one)}`),
    bodies: received,
  };
}

function questionOf({ path, body, headers }: ReceivedRequest): string {
  if (path.endsWith('/admin')) return 'admin';
  if (/^\/2016-08-19\/account-settings\/?$/.test(path)) return 'GetAccountSettings';
  return headers['x-amz-target']?.split('.')[1] ?? new URLSearchParams(body).get('Action') ?? '';
}

export const RESOURCES = {
  Raw1: { Type: 'AWS::S3::Bucket', DeletionPolicy: 'Retain' },
  Heads1: { Type: 'AWS::DynamoDB::Table', DeletionPolicy: 'RetainExceptOnCreate' },
  Locks1: { Type: 'AWS::DynamoDB::Table', DeletionPolicy: 'Delete' },
};
const LISTED = Object.entries(RESOURCES)
  .map(([name, { Type }]) =>
    member({ LogicalResourceId: name, ResourceType: Type, PhysicalResourceId: `thresher-${name.toLowerCase()}` }),
  )
  .join('');

/** A fake CDK: records its arguments and writes the outputs of a deployment. */
export function cdkHere(codes: Record<string, number> = {}, outputs: Record<string, string> = {}) {
  const runs: string[][] = [];
  const regions: (string | undefined)[] = [];
  const cdk: RunCdk = async (args, env) => {
    runs.push([...args]);
    regions.push(env['AWS_REGION']);
    const file = args[args.indexOf('--outputs-file') + 1];
    if (args[0] === 'deploy' && file && !codes['deploy']) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(
        file,
        JSON.stringify({ [args[1]!]: { ApiUrl: 'https://abc123.execute-api.eu-north-1.amazonaws.com/', ...outputs } }),
      );
    }
    return codes[args[0]!] ?? 0;
  };
  return { cdk, runs, regions };
}
