import { cpSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { findNameClash } from '../shared/settings/stack/plugins.ts';
import { ENCODING_TABLES, LAZY_PACKAGES, LEAVE_OUT } from './leave-out.ts';

export const HANDLERS = ['dispatch', 'fetch', 'clean', 'classify', 'index-records', 'search', 'admin'] as const;

export type HandlerName = (typeof HANDLERS)[number];

const require = createRequire(import.meta.url);

/** CommonJS packages load Node's built-in modules with `require`, which an ES module does not have. */
const BANNER = `import{createRequire as thresherRequire}from'node:module';const require=thresherRequire(import.meta.url);`;

const fileOf = (name: HandlerName) => join(import.meta.dirname, '../functions', `${name}.ts`);

const COMMON_OPTIONS: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  // Node bundles undici with this flag too: without its second, experimental parser.
  define: { esbuildDetection: 'true' },
  minify: true,
  // Escapes of letters beyond ASCII are three times as long, and Node reads modules as UTF-8.
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Bundles handlers into `<folder>/<name>/index.mjs` with all their imports, including the AWS SDK, so that the deployed version
 * is the tested one and not that of the runtime. Dynamic imports of the SDK (other credential sources than the environment)
 * become files beside it.
 */
export async function bundleHandlers(
  folder: string,
  names: readonly HandlerName[] = HANDLERS,
  plugins: readonly string[] = [],
): Promise<void> {
  const modules = moduleNames(plugins);
  await Promise.all(names.map((name) => bundleHandler(join(folder, name), name)));
  if (plugins.length === 0) return;
  const loading = WITH_PLUGINS.filter((name) => names.includes(name));
  await Promise.all(loading.map((name) => bundlePlugins(join(folder, name), plugins, modules)));
}

/** Functions that run plug-ins: those of the clean step, and those of topics. */
const WITH_PLUGINS: readonly HandlerName[] = ['clean', 'classify', 'admin'];

/** @throws if two plug-ins have the same file name. */
function moduleNames(files: readonly string[]): string[] {
  const clash = findNameClash(files);
  if (clash !== undefined) throw new Error(clash);
  return files.map((file) => basename(file));
}

/** Bundles the plug-ins of the operator into one module that maps file names to plug-ins, for `functions/plugins.ts`. */
async function bundlePlugins(outdir: string, files: readonly string[], names: readonly string[]): Promise<void> {
  const lines = files.map((file, i) => `import * as module${i} from ${JSON.stringify(file)};`);
  const entries = names.map((name, i) => `${JSON.stringify(name)}: module${i}`);
  await build({
    ...COMMON_OPTIONS,
    stdin: { contents: `${lines.join('\n')}\nexport const modules = { ${entries.join(', ')} };`, resolveDir: '/' },
    outfile: join(outdir, 'plugins.mjs'),
    format: 'esm',
    banner: { js: BANNER },
  });
}

async function bundleHandler(outdir: string, name: HandlerName): Promise<void> {
  await bundleModule(outdir, fileOf(name), 'index');
  if (name === 'clean') await bundleConverters(join(outdir, 'convert'));
}

/** Bundles the converter process, which starts with the first document, and its thread, which loads the code for a format on demand. */
async function bundleConverters(outdir: string): Promise<void> {
  for (const name of ['process', 'thread'])
    await bundleModule(outdir, join(import.meta.dirname, `../shared/convert/${name}.ts`), name);
  const pdfJs = dirname(require.resolve('pdfjs-dist/package.json'));
  cpSync(join(pdfJs, 'cmaps'), join(outdir, 'cmaps'), { recursive: true });
}

async function bundleModule(outdir: string, file: string, out: string): Promise<void> {
  const { metafile } = await build({
    ...COMMON_OPTIONS,
    entryPoints: [{ in: file, out }],
    outdir,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    metafile: true,
    // Only the ES module builds of the SDK can be tree-shaken.
    mainFields: ['module', 'main'],
    plugins: LEAVE_OUT,
    banner: { js: BANNER },
  });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
  if (used.some((path) => path.endsWith('multi-byte.table.js'))) {
    const bytes = dirname(require.resolve('@exodus/bytes/encoding.js'));
    cpSync(join(bytes, 'fallback/multi-byte.encodings.json'), join(outdir, ENCODING_TABLES));
  }
  for (const [name, { module, file }] of Object.entries(LAZY_PACKAGES)) {
    if (!used.some((path) => path.endsWith(`shared/packages/${module}`))) continue;
    await build({
      ...COMMON_OPTIONS,
      entryPoints: [require.resolve(name)],
      outfile: join(outdir, file),
      format: 'cjs',
    });
  }
}

/**
 * Returns the project code that a handler can reach, to check the permissions of its function.
 *
 * @returns path from the project root → code of that file after tree-shaking.
 */
export async function reachableCode(name: HandlerName): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [fileOf(name)],
    absWorkingDir: join(import.meta.dirname, '..'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
    logLevel: 'warning',
  });
  // esbuild writes a comment with the path above the code of each file.
  const [, ...parts] = outputFiles[0]!.text.split(/^\/\/ ((?:shared|functions|web)\/[\w/.-]+)$/m);
  const code = new Map<string, string>();
  for (let i = 0; i < parts.length; i += 2) code.set(parts[i]!, parts[i + 1]!);
  return code;
}

/** @returns the files of a bundle that a cold start reads: the handler and its static imports, directly or not. */
export function startupFiles(folder: string): string[] {
  const files = new Set(['index.mjs']);
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8');
    for (const [, next] of code.matchAll(/\b(?:import|from)\s*"\.\/([\w.-]+\.mjs)"/g)) files.add(next!);
  }
  return [...files];
}
