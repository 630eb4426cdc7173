import type { Node } from 'constructs';
import { expect, test } from 'vitest';
import { readOptions } from '../../infra/options.ts';
import { DeploymentSchema } from '../../shared/settings/deployment.ts';
import { readSettings } from '../../shared/settings/settings.ts';

const names = Object.keys(DeploymentSchema.unwrap().shape).filter((name) => name !== 'region');

test('what a crawl.yaml may say of its stack is what the stack can be told', () => {
  const asked: string[] = [];
  const tryGetContext = (name: string) => void asked.push(name);
  readOptions({ tryGetContext } as unknown as Node);
  expect([...new Set(asked)].sort()).toEqual(names.toSorted());
});

test('nothing of the stack is stored with a crawl that says nothing of it', () => {
  expect('aws' in readSettings({ seeds: ['http://a.example/'] })).toBe(false);
});

test.each([
  [{ region: 'Stockholm' }, 'aws.region: a region, such as eu-north-1'],
  [{ serch: 'none' }, 'aws.serch: unknown; did you mean search?'],
  [{ search: 'elastic' }, 'aws.search: must be one of domain, serverless, external, none'],
  [{ maxFetch: 1 }, 'aws.maxFetch: must be at least 2'],
])('%j is refused: %s', (aws, message) => {
  expect(() => readSettings({ seeds: ['http://a.example/'], aws })).toThrow(message);
});
