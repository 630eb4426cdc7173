import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from './local/temporary-folder.ts';
import useRunFolder from './run-folder.ts';

/** Prepares the folder of a run of a project. @returns the folder, and a function that ends the run */
function open(name: string, memory: string) {
  const config: { env?: Record<string, string> } = {};
  const end = useRunFolder({ name, config }, undefined, memory);
  return { folder: config.env!['TMPDIR']!, end };
}

test('what tests leave in the temporary folder is removed at the end of the run, also without memory', () => {
  const { folder, end } = open('long', join(temporaryFolder(), 'no-memory'));
  expect(dirname(folder)).toBe(tmpdir());
  vi.stubEnv('TMPDIR', folder);
  const { directory } = new App().synth();
  vi.unstubAllEnvs();
  expect(dirname(directory)).toBe(folder);
  end();
  expect(existsSync(folder)).toBe(false);
});

test('unit tests use memory if it has room', () => {
  const memory = temporaryFolder();
  const { folder, end } = open('unit', memory);
  expect(dirname(folder)).toBe(memory);
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/left'), '');
  end();
  expect(existsSync(folder)).toBe(false);
});

test('other users may use the folder, as that of the system', () => {
  const { folder, end } = open('unit', temporaryFolder());
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  end();
});

test('engines and browsers need the memory, so their temporary files are on disk', () => {
  const { folder, end } = open('browser', temporaryFolder());
  expect(dirname(folder)).toBe(tmpdir());
  end();
});
