// Runs before `npm start` and `npm test`: installs the packages when they are missing or others than the lock file
// names, and does nothing otherwise. Plain JavaScript for Node 18 and later: the Node 24 that runs everything else is
// one of the packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);

if (!isInstalled()) {
  process.stderr.write('Installing packages (only when they are missing or have changed) …\n');
  install();
}
if (!hasNode24())
  fail('Node 24 is missing: its package `node` was installed without its script. Try `npm rebuild node`.');

/** npm notes what it installed in a lock file of its own, written last: half an installation has none. */
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
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = { cwd: fileURLToPath(root), stdio: 'inherit' };
  // npm says where it lies; without it (`node bin/setup.js`) the one on the PATH is taken.
  const npm = process.env.npm_execpath;
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (error || status !== 0) fail(`Installing failed${error ? `: ${error.message}` : ''}. Try \`npm ci\` by hand.`);
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
