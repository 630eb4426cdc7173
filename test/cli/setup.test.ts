import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let clone: string;

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'thresher-'));
  cpSync('bin/setup.js', join(clone, 'bin/setup.js'));
  cpSync('package-lock.json', join(clone, 'package-lock.json'));
  writeFileSync(join(clone, 'package.json'), '{"type": "module"}');
  // A fake npm: records its arguments, and fails on demand.
  writeFileSync(
    join(clone, 'npm.cjs'),
    `require('fs').writeFileSync('called', process.argv.slice(2).join(' ')); process.exit(Number(process.env.NPM_ENDS ?? 0))`,
  );
});
afterEach(() => rmSync(clone, { recursive: true }));

test('installs missing packages', () => {
  expect(setup()).toMatchObject({ status: 0, called: 'ci --no-audit --no-fund --loglevel=error' });
});

test('does nothing if the packages match the lock file', () => {
  installed('package-lock.json');
  expect(setup()).toMatchObject({ status: 0, stderr: '', called: undefined });
});

test('installs a package whose version differs', () => {
  installed('package-lock.json', (lock) =>
    lock.replace(/"node_modules\/zod": \{\s*"version": "[^"]+"/, '"node_modules/zod": {"version": "0.0.1"'),
  );
  expect(setup().called).toBeDefined();
});

test('exits with advice if npm fails', () => {
  expect(setup({ NPM_ENDS: '7' })).toMatchObject({ status: 1, stderr: expect.stringContaining('npm ci') });
});

test('names the cache of npm if it cannot be written', () => {
  writeFileSync(join(clone, 'file'), '');
  // Nothing can be created below a file, also by root.
  expect(setup({ npm_config_cache: join(clone, 'file/.npm') })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`npm cannot write its cache ${join(clone, 'file/.npm')}. `),
    called: undefined,
  });
});

function installed(lock: string, change = (text: string) => text): void {
  mkdirSync(join(clone, 'node_modules'));
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), change(readFileSync(join(clone, lock), 'utf8')));
}

function setup(env: Record<string, string> = {}) {
  const options = {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(clone, 'npm.cjs'), ...env },
  } as const;
  const { status, stderr } = spawnSync(process.execPath, ['bin/setup.js'], options);
  let called: string | undefined;
  try {
    called = readFileSync(join(clone, 'called'), 'utf8');
  } catch {
    called = undefined;
  }
  return { status, stderr, called };
}
