import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { Storage } from './storage.ts';

/** What whoever has deployed it needs next. */
export function tellWhatNext(stack: Stack, { apiUrl, storage, search }: Told): void {
  const tell = (id: string, description: string, value: string) => new CfnOutput(stack, id, { value, description });
  tell('StackName', 'Name of this deployment', stack.stackName);
  tell('ApiUrl', search ? 'Search pages' : 'Address of the API; this stack has no search', apiUrl);
  tell('AdminUrl', 'POST here, signed for execute-api, makes and switches crawls', `${apiUrl}admin`);
  tell('RawBucket', 'Captures, as WARC', storage.raw.bucketName);
  tell('DataBucket', 'Documents, records, settings', storage.data.bucketName);
  const target = `--target aws --stack ${stack.stackName} --region ${stack.region}`;
  tell('Next', 'Starts a crawl', `npx thresher crawl https://example.org/ ${target}`);
}

type Told = { apiUrl: string; storage: Storage; search: boolean };
