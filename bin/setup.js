// Runs before `npm start` and `npm test`: installs the packages if they are missing or differ from the lock file. Plain
// JavaScript for Node 18 and later, because the Node 24 that runs everything else is one of the packages.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);

if (!isInstalled()) {
  process.stderr.write('Installing packages (only if they are missing or have changed) …\n');
  install();
}
if (!hasNode24())
  fail('Node 24 is missing, because the package `node` was installed without its script. Run `npm rebuild node`.');

/** npm writes the lock file in node_modules last, so an incomplete installation has none. */
function isInstalled() {
  const installed = packagesOf('node_modules/.package-lock.json');
  const wanted = packagesOf('package-lock.json');
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }>} */
function packagesOf(file) {
  const at = new URL(file, root);
  return existsSync(at) ? JSON.parse(readFileSync(at, 'utf8')).packages : {};
}

function install() {
  const cache = process.env.npm_config_cache;
  if (cache && !canWrite(cache))
    fail(`npm cannot write its cache ${cache}. Name another folder: \`npm_config_cache=.cache/npm npm ci\``);
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: fileURLToPath(root), stdio: 'inherit' };
  // npm passes its path; without it (`node bin/setup.js`) the npm on the PATH runs.
  const npm = process.env.npm_execpath;
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (error || status !== 0)
    fail(
      `Installing packages failed${error ? `: ${error.message}` : ''}. Run \`npm ci\`; if npm reports EMFILE, first raise the limit of open files: \`ulimit -n 4096\``,
    );
}

/** @param {string} folder @returns {boolean} whether it can be written, or created if it does not exist */
function canWrite(folder) {
  const parent = dirname(folder);
  if (!existsSync(folder) && parent !== folder) return canWrite(parent);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function hasNode24() {
  if (Number.parseInt(process.versions.node, 10) >= 24) return true;
  return ['node', 'node.exe'].some((name) => existsSync(new URL(`node_modules/node/bin/${name}`, root)));
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
