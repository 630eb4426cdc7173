import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleHandlers, HANDLERS, type HandlerName } from '../../infra/bundle.ts';
import { synthesise } from './stack.ts';

/** Logical id of the function that a handler is for. */
const FUNCTIONS: Record<HandlerName, string> = {
  dispatch: 'DispatchFunction',
  fetch: 'FetchHandler',
  clean: 'CleanHandler',
  classify: 'ClassifyHandler',
  'index-records': 'IndexHandler',
  search: 'PagesFunction',
  admin: 'AdminFunction',
};

/**
 * Kilobytes. Every cold start reads them: a package that slips in shows here. What is above 1,200 is data: models of
 * languages and of encodings (clean), the latter and stemmers for cached copies and questions (search), stemmers and stop
 * words (index), parsers of HTTP in WebAssembly (fetch).
 */
const MOST_KB: Record<HandlerName, number> = {
  dispatch: 1_100,
  fetch: 1_500,
  clean: 3_700,
  classify: 1_200,
  'index-records': 1_500,
  search: 3_500,
  admin: 1_500,
};

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'thresher-bundles-'));
  await bundleHandlers(folder);
  synthesise();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (name: HandlerName) => join(folder, name, 'index.mjs');

test.each(HANDLERS)('%s is bundled whole and stays small', (name) => {
  expect(statSync(fileOf(name)).size / 1_000).toBeLessThanOrEqual(MOST_KB[name]);
});

test.each(HANDLERS)('%s starts with nothing beside its bundle and what the stack tells it', (name) => {
  const { Environment } = synthesise().one('AWS::Lambda::Function', FUNCTIONS[name]).Properties as {
    Environment: { Variables: Record<string, unknown> };
  };
  // Names of resources are only known once they are deployed.
  const told = Object.entries(Environment.Variables).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : 'x',
  ]);
  const env = { ...Object.fromEntries(told), AWS_REGION: 'eu-north-1' };
  if ('SEARCH_ENDPOINT' in env) Object.assign(env, { SEARCH_ENDPOINT: 'https://search.example' });
  const source = `const { handler } = await import(${JSON.stringify(pathToFileURL(fileOf(name)).href)}); console.log(typeof handler);`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', source], {
    env,
    cwd: folder,
    encoding: 'utf8',
  });
  expect(said.trim()).toBe('function');
});

test('a function that is not told all it needs says what is missing before it takes a message', () => {
  const source = `await import(${JSON.stringify(pathToFileURL(fileOf('clean')).href)});`;
  const start = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', source], {
      env: { AWS_REGION: 'eu-north-1', RAW_BUCKET: 'raw' },
      stdio: 'pipe',
    });
  expect(start).toThrow('DATA_BUCKET is missing');
});
