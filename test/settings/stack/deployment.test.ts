import type { Node } from 'constructs';
import { expect, test } from 'vitest';
import { readOptions } from '../../../infra/options.ts';
import { readSettings } from '../../../shared/settings/read-settings.ts';
import { DeploymentSchema } from '../../../shared/settings/stack/deployment.ts';

const names = Object.keys(DeploymentSchema.unwrap().shape).filter((name) => name !== 'region');

test('accepts exactly the options of the stack', () => {
  const requested: string[] = [];
  const tryGetContext = (name: string) => void requested.push(name);
  readOptions({ tryGetContext, getAllContext: () => ({}) } as unknown as Node);
  expect([...new Set(requested)].sort()).toEqual(names.toSorted());
});

test('adds no stack settings to a crawl without them', () => {
  expect('aws' in readSettings({ seeds: ['http://a.example/'] })).toBe(false);
});

test.each([
  [{ region: 'Stockholm' }, 'aws.region: a region, such as eu-north-1'],
  [{ serch: 'none' }, 'aws.serch: unknown; did you mean search?'],
  [{ search: 'elastic' }, 'aws.search: must be one of domain, serverless, external, none'],
  [{ maxFetch: 1 }, 'aws.maxFetch: must be at least 2'],
])('refuses %j: %s', (aws, message) => {
  expect(() => readSettings({ seeds: ['http://a.example/'], aws })).toThrow(message);
});
