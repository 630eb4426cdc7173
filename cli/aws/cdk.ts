import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';

/** Runs the CDK's own command line in the project, with its output on ours; it is asked for nothing, so it reads nothing. @returns its exit code. */
export type RunCdk = (args: readonly string[], env: Terminal['env']) => Promise<number>;

const PROJECT_DIR = fileURLToPath(new URL('../..', import.meta.url));

export const runCdk: RunCdk = (args, env) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [findCdk(), ...args], {
      cwd: PROJECT_DIR,
      stdio: ['ignore', 'inherit', 'inherit'],
      // It starts `node` for the app: that is to be the Node that runs this.
      env: { ...env, PATH: [dirname(process.execPath), env['PATH']].filter(Boolean).join(delimiter) },
    });
    child.on('error', reject);
    // Ctrl-C reaches both: the CDK decides how it ends, and the stack is rolled back or finished without it.
    child.on('exit', (code) => resolve(code ?? 1));
  });

/** @throws UsageError where it is not: an installed package comes without it. */
export function findCdk(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('aws-cdk/package.json');
    return join(dirname(manifest), 'bin', 'cdk');
  } catch (error) {
    throw new UsageError('the CDK is not installed: `npm install` in a clone of Thresher brings it', String(error));
  }
}
