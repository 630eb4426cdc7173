import { CfnOutput, type Stack } from 'aws-cdk-lib';
import type { Search } from './search.ts';
import type { Storage } from './storage.ts';

/** Adds the stack outputs that an operator needs after a deployment. */
export function addOutputs(stack: Stack, { apiUrl, storage, search, dashboard, alarmTopic }: OutputValues): void {
  const addOutput = (id: string, description: string, value: string) =>
    new CfnOutput(stack, id, { value, description });
  addOutput('StackName', 'Name of this deployment', stack.stackName);
  addOutput('ApiUrl', search !== undefined ? 'Search pages' : 'URL of the API; this stack has no search', apiUrl);
  addOutput('AdminUrl', 'Admin API: POST requests signed for execute-api', `${apiUrl}admin`);
  addOutput('RawBucket', 'Captures in WARC format', storage.raw.bucketName);
  addOutput('DataBucket', 'Documents, records and settings', storage.data.bucketName);
  addOutput('Dashboard', 'Alarms, newest errors and graphs of the stack', dashboard);
  if (alarmTopic !== undefined) addOutput('AlarmTopic', 'Topic that gets the alarms', alarmTopic);
  const roles = search?.externalRoles ?? [];
  if (roles.length > 0)
    addOutput('SearchRoles', 'Roles that the access policy of the external search engine must allow', roles.join(' '));
  const target = `--target aws --stack ${stack.stackName} --region ${stack.region}`;
  addOutput('Next', 'Command that starts a crawl', `npx thresher crawl https://example.org/ ${target}`);
}

type OutputValues = {
  apiUrl: string;
  storage: Storage;
  search: Search | undefined;
  /** URL of the dashboard. */
  dashboard: string;
  /** ARN of the topic that gets the alarms. Undefined: they are sent to no address. */
  alarmTopic: string | undefined;
};
