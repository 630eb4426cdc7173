import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UsageError } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';

/**
 * Runs the CDK command line in the project folder. Its output goes to the terminal; it gets no input, because its
 * options switch off questions.
 *
 * @returns its exit code
 */
export type RunCdk = (args: readonly string[], env: Terminal['env']) => Promise<number>;

const PROJECT_DIR = fileURLToPath(new URL('../..', import.meta.url));

export const runCdk: RunCdk = (args, env) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [findCdk(), ...args], {
      cwd: PROJECT_DIR,
      stdio: ['ignore', 'inherit', 'inherit'],
      // The CDK starts `node` for the app; the PATH makes it this version of Node.
      env: { ...env, PATH: [dirname(process.execPath), env['PATH']].filter(Boolean).join(delimiter) },
    });
    child.on('error', reject);
    // Ctrl-C reaches the CDK too. It decides how to end; CloudFormation rolls the stack back or finishes without it.
    child.on('exit', (code) => resolve(code ?? 1));
  });

/**
 * @returns the path of the CDK program
 * @throws UsageError if it is not installed, or this is a package, which does not include it
 */
export function findCdk(): string {
  if (!existsSync(join(PROJECT_DIR, 'cdk.json')))
    throw new UsageError('this is a package of Thresher; run this command in a clone, which has the stack');
  try {
    const manifest = createRequire(import.meta.url).resolve('aws-cdk/package.json');
    return join(dirname(manifest), 'bin', 'cdk');
  } catch (error) {
    throw new UsageError('the CDK is not installed; run `npm install` in a clone of Thresher', String(error));
  }
}
