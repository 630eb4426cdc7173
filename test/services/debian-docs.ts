import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** Held while a test file installs, as apt ends if another apt runs. */
const LOCK = join(tmpdir(), 'thresher-apt.lock');

/**
 * Installs a documentation package if it is missing. Requires Debian or a derivative, and root.
 *
 * @param root folder of the documentation, with an index.html
 * @throws Error if the package cannot be installed, or has no such folder
 */
export function installDocs(name: string, root: string): void {
  if (existsSync(join(root, 'index.html'))) return;
  const run = (...args: string[]) =>
    execFileSync('flock', [LOCK, 'apt-get', ...args], {
      stdio: 'pipe',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    run('update');
    run('install', '--yes', '--no-install-recommends', name);
  } catch (error) {
    throw new Error(`the package ${name} is missing and cannot be installed: apt-get install ${name}`, {
      cause: error,
    });
  }
  if (!existsSync(join(root, 'index.html'))) throw new Error(`${name} is installed, but ${root} has no index.html`);
}
