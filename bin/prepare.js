// Runs when npm installs this clone. A project that links the clone needs its types: a compiler refuses the source under the options of
// another project. One that copies it (`--install-links`, a git URL) needs the whole bundle. The clone itself needs neither.
// Plain JavaScript for Node 18 and later.
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = realpathSync(fileURLToPath(new URL('../', import.meta.url)));

// A package has no source: bundling would only remove its dist/.
if (existsSync(new URL('../library/index.ts', import.meta.url)) && !isOwnInstall() && !isPacked()) await bundle();

/** npm, pnpm and yarn tell where they were started, npm also for which project. */
function isOwnInstall() {
  const { npm_config_local_prefix: prefix, INIT_CWD: started } = process.env;
  const path = relative(root, realpathSync(prefix ?? started ?? root));
  return !path.startsWith('..') && !isAbsolute(path);
}

/** `prepack` has bundled it. */
function isPacked() {
  return ['pack', 'publish'].includes(process.env['npm_command'] ?? '');
}

async function bundle() {
  try {
    createRequire(import.meta.url).resolve('esbuild');
  } catch {
    process.stderr.write(`The types of Thresher are not written. Run \`npm install\` in ${root} first.\n`);
    return;
  }
  await import('./bundle.js');
}
