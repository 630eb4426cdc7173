import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { Storage } from './storage.ts';

/** Adds the stack outputs that an operator needs after a deployment. */
export function addOutputs(stack: Stack, { apiUrl, storage, search }: OutputValues): void {
  const addOutput = (id: string, description: string, value: string) =>
    new CfnOutput(stack, id, { value, description });
  addOutput('StackName', 'Name of this deployment', stack.stackName);
  addOutput('ApiUrl', search ? 'Search pages' : 'Address of the API; this stack has no search', apiUrl);
  addOutput('AdminUrl', 'POST here, signed for execute-api, makes and switches crawls', `${apiUrl}admin`);
  addOutput('RawBucket', 'Captures, as WARC', storage.raw.bucketName);
  addOutput('DataBucket', 'Documents, records, settings', storage.data.bucketName);
  const target = `--target aws --stack ${stack.stackName} --region ${stack.region}`;
  addOutput('Next', 'Starts a crawl', `npx thresher crawl https://example.org/ ${target}`);
}

type OutputValues = { apiUrl: string; storage: Storage; search: boolean };
