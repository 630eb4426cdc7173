import { expect, test } from 'vitest';
import { findUnknownOptions } from '../../../shared/settings/stack/context.ts';

test.each([
  ['searchAcces', '; did you mean searchAccess?'],
  ['max-fetch', '; did you mean maxFetch?'],
  ['constructor', ''],
])('names the unknown option %s', (name, suggestion) => {
  expect(findUnknownOptions([name])).toEqual([`${name}: unknown option of the stack${suggestion}`]);
});

test.each(['searchAccess', 'stackName', 'plugins'])('knows the option %s', (name) => {
  expect(findUnknownOptions([name])).toEqual([]);
});

test.each([
  '@aws-cdk/core:newStyleStackSynthesis',
  '@aws-cdk-containers/ecs-service-extensions:enableDefaultLogDriver',
  'aws-cdk:enableDiffNoFail',
  'aws:cdk:version-reporting',
  'availability-zones:account=123456789012:region=eu-north-1',
  'cli-telemetry',
])('leaves %s to the CDK', (name) => {
  expect(findUnknownOptions([name])).toEqual([]);
});
