import { expect, test } from 'vitest';
import { findUnknownOptions, readContext } from '../../../shared/settings/stack/context.ts';

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

test('reads values by the type of their option', () => {
  const context = {
    search: 'none',
    maxFetch: '40',
    keepData: 'false',
    coldStorage: true,
    tableRate: 10,
    '@aws-cdk/x': true,
  };
  expect(readContext(context)).toEqual({
    options: { search: 'none', maxFetch: 40, keepData: false, coldStorage: true, tableRate: 10 },
    errors: [],
  });
});

test.each([
  [{ maxFetch: '1', searchRate: '0' }, ['maxFetch: must be at least 2', 'searchRate: must be at least 1']],
  [{ maxFetch: 'many' }, ['maxFetch: must be a number']],
  [{ maxFetch: '' }, ['maxFetch: must be a number']],
  [{ maxFetch: '2.5' }, ['maxFetch: must be an integer']],
  [{ keepData: 'no' }, ['keepData: must be true or false']],
  [{ searchAccess: '' }, ['searchAccess: must be one of public, jwt, iam']],
  [{ alarmEmail: 'ops' }, ['alarmEmail: must be an e-mail address']],
  [{ region: 'eu-north-1' }, ['region: unknown option of the stack']],
  [
    { budgetUsd: '5', serch: 'none' },
    ['serch: unknown option of the stack; did you mean search?', 'alarmEmail: must be set if budgetUsd is set'],
  ],
])('refuses %j', (context, errors) => expect(readContext(context).errors).toEqual(errors));

test('takes an empty value as none for options without a default', () => {
  expect(readContext({ budgetUsd: '', alarmEmail: '', secrets: '' })).toEqual({ options: {}, errors: [] });
});
