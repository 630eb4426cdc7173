import { App } from 'aws-cdk-lib';
import { expect, test } from 'vitest';
import { readOptions } from '../../../infra/options.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { DeploymentSchema, type DeploymentSettings } from '../../../shared/settings/stack/deployment.ts';

/** A value of each option that is not its default, with those that it needs. */
const OTHER_VALUES: Record<keyof Omit<DeploymentSettings, 'region'>, Record<string, string>> = {
  stackName: { stackName: 'Plants' },
  search: { search: 'none' },
  searchEndpoint: { searchEndpoint: 'https://search.example' },
  searchSigning: { searchSigning: 'none' },
  searchUnits: { searchUnits: '4' },
  searchAccess: { searchAccess: 'iam' },
  jwtIssuer: { jwtIssuer: 'https://login.example' },
  jwtAudience: { jwtAudience: 'one,two' },
  annotatorClaim: { annotatorClaim: 'email', jwtIssuer: 'https://login.example', jwtAudience: 'one' },
  grouping: { grouping: 'domain' },
  maxFetch: { maxFetch: '4' },
  maxClean: { maxClean: '4' },
  maxClassify: { maxClassify: '4' },
  maxIndex: { maxIndex: '4' },
  searchRate: { searchRate: '4' },
  searchBurst: { searchBurst: '4' },
  searchOrigins: { searchOrigins: 'https://library.example' },
  searchLanguage: { searchLanguage: 'sv' },
  tableRate: { tableRate: '4' },
  alarmEmail: { alarmEmail: 'ops@example.org' },
  budgetUsd: { budgetUsd: '25', alarmEmail: 'ops@example.org' },
  secrets: { secrets: 'login' },
  alertSecrets: { alertSecrets: 'login' },
  tags: { tags: 'team=search' },
  permissionsBoundary: { permissionsBoundary: 'corp-boundary' },
  coldStorage: { coldStorage: 'false' },
  keepData: { keepData: 'false' },
};

test.each(Object.entries(OTHER_VALUES))('the stack has the option %s', (name, context) => {
  const { [name]: _, ...others } = context;
  const read = (given: Record<string, string>) => readOptions(new App({ context: given }).node);
  expect(read(context)).not.toEqual(read(others));
});

test('the stack has no other options', () => {
  const names = Object.keys(DeploymentSchema.unwrap().shape).filter((name) => name !== 'region');
  expect(Object.keys(OTHER_VALUES).sort()).toEqual(names.sort());
});

test('adds no stack settings to a crawl without them', () => {
  expect('aws' in readSettings({ seeds: ['http://a.example/'] })).toBe(false);
});

test.each([
  [{ region: 'Stockholm' }, 'aws.region: must be a region, such as eu-north-1'],
  [{ serch: 'none' }, 'aws.serch: unknown; did you mean search?'],
  [{ search: 'elastic' }, 'aws.search: must be one of domain, serverless, external, none'],
  [{ maxFetch: 1 }, 'aws.maxFetch: must be at least 2'],
  [{ budgetUsd: 50 }, 'aws.alarmEmail: must be set if budgetUsd is set'],
  [{ tags: 'team=search,cost' }, 'aws.tags: "cost" must be key=value'],
  [{ tags: 'aws:team=search' }, 'aws.tags: "aws:team=search" must be key=value'],
  [{ tags: 'team=a,team=b' }, 'aws.tags: "team" is there twice'],
  [{ tags: 'Team=a,team=b' }, 'aws.tags: "team" is there twice'],
  [{ tags: 'team=a, cost=b' }, 'aws.tags: " cost=b" must be key=value'],
  [{ tags: 'team =a' }, 'aws.tags: "team =a" must be key=value'],
  [{ permissionsBoundary: '/boundary' }, 'aws.permissionsBoundary: must be the name or ARN of an IAM policy'],
  [{ permissionsBoundary: 'a b' }, 'aws.permissionsBoundary: must be the name or ARN of an IAM policy'],
  [{ searchUnits: 3 }, 'aws.searchUnits: must be 1, 2, 4, 8 or a multiple of 16, not 3'],
])('refuses %j: %s', (aws, message) => {
  expect(() => readSettings({ seeds: ['http://a.example/'], aws })).toThrow(message);
});
