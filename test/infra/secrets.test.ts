/** Permissions on the secrets that crawls name. */
import { expect, test } from 'vitest';
import { wholeArns } from '../../infra/permissions.ts';
import { ALL_OPTIONS, type Synthesised, synthesise } from './stack.ts';

const ARN = 'arn:aws:secretsmanager:eu-north-1:123456789012:secret:proxy-AbCdEf';

const REGION_AND_ACCOUNT = [{ Ref: 'AWS::Region' }, ':', { Ref: 'AWS::AccountId' }];

type Policy = { PolicyDocument: { Statement: { Action: string | string[]; Resource: unknown }[] } };

/** @returns `<policy> <resource>` of every statement on secrets. */
function readers(stack: Synthesised): [policy: string, resources: unknown[]][] {
  return stack.all('AWS::IAM::Policy').flatMap(([id, { Properties }]) =>
    (Properties as Policy).PolicyDocument.Statement.flatMap(({ Action, Resource }): [string, unknown[]][] => {
      const actions = [Action].flat().filter((action) => action.startsWith('secretsmanager:'));
      if (actions.length === 0) return [];
      expect(actions).toEqual(['secretsmanager:GetSecretValue']);
      return [[id.replace(/[0-9A-F]{8}$/, ''), [Resource].flat()]];
    }),
  );
}

test('grants no access to secrets by default', () => {
  expect(readers(synthesise())).toEqual([]);
});

test('allows fetch to read the named secrets, by name or ARN, and only admin those of alerts', () => {
  const found = readers(synthesise(ALL_OPTIONS));
  expect(found.map(([policy]) => policy.replace(/Role.*/, '')).sort()).toEqual(['Admin', 'FetchHandler']);
  const resourcesOf = (id: string) => found.find(([policy]) => policy.startsWith(id))?.[1];
  const arnOf = (name: string) => ({
    'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':secretsmanager:', ...REGION_AND_ACCOUNT, `:secret:${name}`]],
  });
  expect(resourcesOf('Fetch')).toEqual([ARN, arnOf('site/login-??????')]);
  expect(resourcesOf('Admin')).toEqual([arnOf('alerts/smtp-??????')]);
});

test.each([
  ['proxy', ['proxy-??????']],
  ['site/log-in', ['site/log-in-??????']],
  ['proxy-AbCdEf', ['proxy-AbCdEf']],
  // Ambiguous: a suffix or a word.
  ['my-secret', ['my-secret', 'my-secret-??????']],
])('accepts an ARN with or without the suffix of the service: %s', (name, whole) => {
  const place = 'arn:aws:secretsmanager:eu-north-1:123456789012:secret:';
  expect(wholeArns(place + name)).toEqual(whole.map((one) => place + one));
});
