import { expect, test } from 'vitest';
import { ALL_OPTIONS, synthesise, synthesiseUncached } from './stack.ts';

test('contains exactly the resources of the pipeline', () => {
  const { resources } = synthesise();
  const counts: Record<string, number> = {};
  for (const { Type } of Object.values(resources)) counts[Type] = (counts[Type] ?? 0) + 1;
  expect(counts).toEqual({
    'AWS::S3::Bucket': 3, // captures; documents, records, settings and state; access log
    'AWS::S3::BucketPolicy': 3,
    'AWS::DynamoDB::Table': 7, // locks, robots, heads, bundles, inbox, control, annotations
    'AWS::SQS::Queue': 8, // visits; captures, documents, records and their dead letters; delay of the domain
    'AWS::SQS::QueuePolicy': 8,
    'AWS::Lambda::Function': 7, // dispatch, fetch, clean, classify, index, pages, admin
    'AWS::Lambda::EventSourceMapping': 4,
    'AWS::Lambda::EventInvokeConfig': 1,
    'AWS::Lambda::Permission': 11, // the API's routes
    'AWS::IAM::Role': 10, // a function each, two schedules, and the schedules of crawls
    'AWS::IAM::Policy': 8, // the same without the schedule, whose role has its own inside
    'AWS::Logs::LogGroup': 9, // a function each, the API, and the domain
    'AWS::Logs::ResourcePolicy': 1, // the domain's own
    'AWS::Logs::MetricFilter': 9, // two of them count errors for one metric
    'AWS::OpenSearchService::Domain': 1,
    'AWS::Scheduler::Schedule': 2,
    'AWS::Scheduler::ScheduleGroup': 1, // of crawls
    'AWS::ApiGatewayV2::Api': 1,
    'AWS::ApiGatewayV2::Stage': 1,
    'AWS::ApiGatewayV2::Integration': 2,
    'AWS::ApiGatewayV2::Route': 11,
    'AWS::CloudWatch::Alarm': 10,
    'AWS::CloudWatch::Dashboard': 1,
  });
});

test('gives the stack its tags, and every role the permissions boundary', () => {
  const { stack, all } = synthesise(ALL_OPTIONS);
  expect(stack.tags.tagValues()).toEqual({ team: 'search', note: 'a=b' });
  const boundaries = all('AWS::IAM::Role').map(([, { Properties }]) =>
    JSON.stringify(Properties['PermissionsBoundary']),
  );
  expect(new Set(boundaries).size).toBe(1);
  expect(boundaries[0]).toContain(':policy/corp/boundary"');
  const arn = 'arn:aws:iam::123456789012:policy/corp';
  const [[, role] = []] = synthesiseUncached({ search: 'none', permissionsBoundary: arn }).all('AWS::IAM::Role');
  expect(role?.Properties['PermissionsBoundary']).toBe(arn);
  const [[, free] = []] = synthesise().all('AWS::IAM::Role');
  expect(free?.Properties).not.toHaveProperty('PermissionsBoundary');
});

test('keeps the requested options in its template, also those that a quota lowers', () => {
  const optionsOf = (context: Record<string, string>) => synthesiseUncached(context).template.toJSON()['Metadata'];
  expect(optionsOf({ search: 'none', maxFetch: '4' })).toEqual({ ThresherOptions: { search: 'none', maxFetch: '4' } });
  const requested = JSON.stringify({ search: 'none', maxFetch: '40', plugins: '/x/a.ts' });
  expect(optionsOf({ search: 'none', maxFetch: '4', 'thresher:options': requested })).toEqual({
    ThresherOptions: { search: 'none', maxFetch: '40', plugins: '/x/a.ts' },
  });
});

test('keeps requested feature flags of the CDK in its template, but not those of cdk.json', () => {
  const flag = { '@aws-cdk/core:aFlag': 'true' };
  const optionsOf = (context: Record<string, string>) => synthesiseUncached(context).template.toJSON()['Metadata'];
  expect(optionsOf({ search: 'none', ...flag })).toEqual({ ThresherOptions: { search: 'none' } });
  const requested = { search: 'none', ...flag };
  expect(optionsOf({ ...requested, 'thresher:options': JSON.stringify(requested) })).toEqual({
    ThresherOptions: requested,
  });
});

test('changes a resource if only the requested options change: CloudFormation ignores changes of the metadata alone', () => {
  const resourcesWith = (maxFetch: string) =>
    synthesiseUncached({
      ...{ search: 'none', maxFetch: '4' },
      'thresher:options': JSON.stringify({ search: 'none', maxFetch }),
    }).template.toJSON()['Resources'];
  expect(resourcesWith('40')).not.toEqual(resourcesWith('30'));
});

test('synthesises the same template twice', () => {
  expect(JSON.stringify(synthesiseUncached().resources)).toBe(JSON.stringify(synthesiseUncached().resources));
});
