// Runs before `npm pack`, and when a project installs a clone (`prepare.js`): bundles the command, the library, their threads and
// processes into dist/, and writes their types. Node does not strip types below node_modules, so a package needs JavaScript. A clone runs
// its source, also if dist/ is left. The bundle has neither tests nor the AWS stack.
import { spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const outdir = join(root, 'dist');

/** Files of dist/. Modules that start a thread or a process name it by its file. */
const ENTRIES = {
  main: 'cli/main.ts',
  library: 'library/index.ts',
  'pipeline-thread': 'cli/run/threads/pipeline-thread.ts',
  'search-thread': 'cli/serve/search-thread.ts',
  process: 'shared/convert/process.ts',
  thread: 'shared/convert/thread.ts',
  'serve-web': 'demo/generated/serve-web.ts',
};

/** All files of dist/ lie in one folder, and the names of threads end in .js. */
const THREAD_URL = /new URL\('\.[./\w-]*\/([\w-]+)\.ts', import\.meta\.url\)/g;

/** @type {import('esbuild').Plugin} */
const threadUrls = {
  name: 'thread-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      return { contents: source.replace(THREAD_URL, "new URL('./$1.js', import.meta.url)"), loader: 'ts' };
    });
  },
};

await rm(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ENTRIES,
  outdir,
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  target: 'node24',
  format: 'esm',
  charset: 'utf8',
  logLevel: 'warning',
  plugins: [threadUrls],
});
const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
const { status } = spawnSync(process.execPath, [join(dirname(manifest), 'bin/tsc'), '-p', 'tsconfig.types.json'], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
