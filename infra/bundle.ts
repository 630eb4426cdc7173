import { cpSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import type { LazyPackage } from '../shared/packages/lazy-package.ts';
import { findNameClash } from '../shared/settings/stack/plugins.ts';

export const HANDLERS = ['dispatch', 'fetch', 'clean', 'classify', 'index-records', 'search', 'admin'] as const;

export type HandlerName = (typeof HANDLERS)[number];

const require = createRequire(import.meta.url);

/** CommonJS packages load Node's built-in modules with `require`, which an ES module does not have. */
const BANNER = `import{createRequire as thresherRequire}from'node:module';const require=thresherRequire(import.meta.url);`;

const fileOf = (name: HandlerName) => join(import.meta.dirname, '../functions', `${name}.ts`);

/** API namespaces of the OpenSearch client that are bundled beside its core calls. */
export const SEARCH_CLIENT_NAMESPACES = ['indices'];

/**
 * Replacement of an imported module. `path` matches the import path (esbuild evaluates it, without look-ahead), `except` excludes
 * paths, and `from` matches the importing file.
 */
type StandIn = { path: RegExp; except?: RegExp; from?: RegExp; contents: string };

/** Files of the search client. */
const OPENSEARCH = /[\\/]opensearch[\\/]lib[\\/]/;

/** File with the tables of East Asian encodings. */
const ENCODING_TABLES = 'later-encodings.json';

/**
 * Replaces code that would be bundled but never runs. Each entry removes a large part of a package. If a removed export is
 * needed after all, bundling fails, or the test that checks the calls of the adapters.
 */
const STAND_INS: StandIn[] = [
  // Error messages in sixty languages. English has a separate file.
  { path: /\/locales\/index\.js$/, from: /[\\/]zod[\\/]/, contents: 'export {}' },
  // Conversion of JSON Schema to a zod schema.
  { path: /\/from-json-schema\.js$/, from: /[\\/]zod[\\/]/, contents: 'export const fromJSONSchema = undefined' },
  // The class by which earlier versions converted a schema to JSON Schema.
  {
    path: /\/json-schema-generator\.js$/,
    from: /[\\/]zod[\\/]/,
    contents: 'export const JSONSchemaGenerator = undefined',
  },
  // Schemas made of other schemas.
  { path: /\/deep-partial\.js$/, from: /[\\/]zod[\\/]/, contents: 'export const deepPartial = undefined' },
  { path: /\/in-out\.js$/, from: /[\\/]zod[\\/]/, contents: 'export const input = undefined, output = undefined' },
  // Compiled parsers: a start parses the settings of a crawl once.
  {
    path: /\/compile\.js$/,
    from: /[\\/]zod[\\/]v4[\\/]core[\\/]index\.js$/,
    contents: `export const INVALID = undefined, compile = undefined, withParser = undefined,
      ZodCompileAsyncError = undefined, ZodCompileUnsupportedError = undefined`,
  },
  // Tables of East Asian encodings, which the package reads on first use: a file beside the handler.
  {
    path: /\/multi-byte\.encodings\.cjs$/,
    contents: `import { createRequire } from 'node:module';
      export default () => createRequire(import.meta.url)('./${ENCODING_TABLES}');`,
  },
  // The parser for processors without SIMD. Both architectures of Lambda have SIMD.
  {
    path: /llhttp-wasm\.js$/,
    from: /[\\/]undici[\\/]/,
    contents: `throw new Error('this processor does not support SIMD')`,
  },
  // The HTTP/2 client: connections that negotiate HTTP/2 use Node's own client (`net/http2-connection.ts`).
  {
    path: /client-h2\.js$/,
    from: /[\\/]undici[\\/]/,
    contents: `module.exports = () => { throw new Error('undici must not use HTTP/2'); }`,
  },
  // Forty API namespaces, from machine learning to snapshots.
  {
    path: /^\.\/\w+\/_api$/,
    except: new RegExp(`^\\./(_core|${SEARCH_CLIENT_NAMESPACES.join('|')})/`),
    from: /[\\/]opensearch[\\/]api[\\/]OpenSearchApi\.js$/,
    contents: 'module.exports = function () {}',
  },
  // The parser of JSON with integers above 2^53, the log of calls, and the helpers for bulk requests of the search client.
  { path: /^json11$/, from: OPENSEARCH, contents: 'module.exports = {}' },
  { path: /^debug$/, from: OPENSEARCH, contents: 'module.exports = () => () => {}' },
  { path: /^\.\/Helpers$/, from: OPENSEARCH, contents: 'module.exports = function () {}' },
  // An import evaluates all exports, including WebSocket, for which Node loads its own HTTP client: a fifth of a cold start.
  { path: /^(node:)?http$/, contents: `module.exports = process.getBuiltinModule('node:http')` },
];

/**
 * Packages that most invocations do not need, in separate files beside the handler that are loaded on first use: charset
 * detection, stemmers and stop words of languages other than English, GeoIP databases, regular expressions of crawls
 * with patterns of their own, registrable domains, the parsers of sitemaps and cached copies, of Markdown
 * and of extraction rules. `module` of `shared/packages/`
 * calls the package.
 */
const LAZY_PACKAGES: Record<LazyPackage, { module: string; file: string }> = {
  jschardet: { module: 'charset-detector.ts', file: 'later-charsets.cjs' },
  'snowball-stemmers': { module: 'stemmers.ts', file: 'later-stemmers.cjs' },
  stopword: { module: 'stop-lists.ts', file: 'later-stop-words.cjs' },
  tldts: { module: 'domains.ts', file: 'later-domains.cjs' },
  'mmdb-lib': { module: 'country-database.ts', file: 'later-addresses.cjs' },
  re2js: { module: 'regex-engine.ts', file: 'later-patterns.cjs' },
  htmlparser2: { module: 'markup-parser.ts', file: 'later-markup.cjs' },
  'markdown-it': { module: 'markdown-parser.ts', file: 'later-markdown.cjs' },
  parse5: { module: 'tree-parser.ts', file: 'later-trees.cjs' },
  'parse5-htmlparser2-tree-adapter': { module: 'tree-adapter.ts', file: 'later-tree-adapter.cjs' },
};

/** Stands for `shared/packages/lazy-package.ts`: loads the files of the packages. */
const loadBundled: StandIn = {
  path: /\/lazy-package\.ts$/,
  contents: `import { createRequire } from 'node:module';
    const load = createRequire(import.meta.url);
    const files = ${JSON.stringify(Object.fromEntries(Object.entries(LAZY_PACKAGES).map(([name, { file }]) => [name, file])))};
    export const lazyPackage = (name) => {
      let loaded;
      return () => (loaded ??= load('./' + files[name]));
    };`,
};

const replaceModules: Plugin = {
  name: 'replace-modules',
  setup(bundler) {
    for (const [i, { path: filter, except, from, contents }] of [...STAND_INS, loadBundled].entries()) {
      const namespace = `stand-in-${i}`;
      bundler.onResolve({ filter }, ({ path, importer }) =>
        (from && !from.test(importer)) || except?.test(path) ? undefined : { path, namespace },
      );
      const resolveDir = import.meta.dirname;
      bundler.onLoad({ filter: /.*/, namespace }, () => ({ contents, resolveDir, loader: 'js' as const }));
    }
  },
};

/** A description of a setting: a string, or a template whose placeholders are names. */
const DESCRIPTION =
  /\s*\.describe\(\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\$]|\\.|\$\{\w+\})*`),?\s*\)/g;

/** Removes the descriptions of settings: no handler prints the reference of settings, and every cold start would read them. */
const removeDescriptions: Plugin = {
  name: 'remove-descriptions',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]shared[\\/]settings[\\/](?:[\w-]+[\\/])?[\w-]+\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(DESCRIPTION, ''),
      loader: 'ts' as const,
    }));
  },
};

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

/** Bundles the converter thread, which starts with the first document and loads the code for its format on demand. */
async function bundleConverters(outdir: string): Promise<void> {
  await bundleModule(outdir, join(import.meta.dirname, '../shared/convert/thread.ts'), 'thread');
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
    plugins: [replaceModules, removeDescriptions],
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
