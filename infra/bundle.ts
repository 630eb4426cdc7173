import { cpSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';

export const HANDLERS = ['dispatch', 'fetch', 'clean', 'classify', 'index-records', 'search', 'admin'] as const;

export type HandlerName = (typeof HANDLERS)[number];

const require = createRequire(import.meta.url);

/** Packages in CommonJS ask for Node's own modules by `require`, which a module does not have by itself. */
const BANNER = `import{createRequire as thresherRequire}from'node:module';const require=thresherRequire(import.meta.url);`;

const fileOf = (name: HandlerName) => join(import.meta.dirname, '../functions', `${name}.ts`);

/** What of the client of the search engine stays in: its own calls, and those on indexes. */
export const SEARCH_CALLS = ['indices'];

/** `asked` is read by the bundler, whose expressions know no look-ahead. */
type StandIn = { asked: RegExp; but?: RegExp; from?: RegExp; contents: string };

/**
 * What would be bundled and never run. Each line takes out half of a package or more; a name that is needed after all
 * fails the bundling, or the test that reads which calls the adapters make.
 */
const STAND_INS: StandIn[] = [
  // Messages in sixty languages: ours are in English, which has a file of its own.
  { asked: /\/locales\/index\.js$/, from: /[\\/]zod[\\/]/, contents: 'export {}' },
  // The way back from JSON Schema to a schema.
  { asked: /\/from-json-schema\.js$/, from: /[\\/]zod[\\/]/, contents: 'export const fromJSONSchema = undefined' },
  // One client and its connector, without fetch, WebSockets, caches and mocks.
  {
    asked: /^undici$/,
    contents: `export { default as Client } from 'undici/lib/dispatcher/client.js';
      export { default as buildConnector } from 'undici/lib/core/connect.js';`,
  },
  // The parser for processors without SIMD: neither architecture of Lambda lacks it.
  {
    asked: /llhttp-wasm\.js$/,
    from: /[\\/]undici[\\/]/,
    contents: `throw new Error('this processor has no SIMD')`,
  },
  // Its HTTP/2: connections for which a server chooses that are spoken over by Node's own (`net/http2-line.ts`).
  {
    asked: /client-h2\.js$/,
    from: /[\\/]undici[\\/]/,
    contents: `module.exports = () => { throw new Error('HTTP/2 is not spoken here'); }`,
  },
  // Forty namespaces of calls, from machine learning to snapshots.
  {
    asked: /^\.\/\w+\/_api$/,
    but: new RegExp(`^\\./(_core|${SEARCH_CALLS.join('|')})/`),
    from: /[\\/]opensearch[\\/]api[\\/]OpenSearchApi\.js$/,
    contents: 'module.exports = function () {}',
  },
  // Imported, it gives all it has, WebSockets too, for which Node loads an HTTP client of its own: a fifth of a cold start.
  { asked: /^(node:)?http$/, contents: `module.exports = process.getBuiltinModule('node:http')` },
];

/**
 * What most calls do without lies in files of its own beside the handler, read when it is first asked for: the guesser of
 * encodings that nobody declares, stemmers of languages other than English, the engine of regular expressions, which only
 * crawls with patterns of their own need, the reader of databases of addresses, and the parser of sitemaps and cached copies. Calls are functions of the package,
 * `object.method`, or `new Class`.
 */
const LATER: Record<string, { file: string; calls: string[] }> = {
  jschardet: { file: 'later-charsets.cjs', calls: ['detect'] },
  'franc-all': { file: 'later-languages.cjs', calls: ['francAll'] },
  'snowball-stemmers': { file: 'later-stemmers.cjs', calls: ['newStemmer'] },
  'mmdb-lib': { file: 'later-addresses.cjs', calls: ['new Reader'] },
  re2js: { file: 'later-patterns.cjs', calls: ['RE2JS.compile'] },
  htmlparser2: { file: 'later-markup.cjs', calls: ['new Parser', 'new Tokenizer'] },
};

/** An export that loads the package at its first call. */
function exportOfCall(call: string): string {
  const [, made] = /^new (\w+)$/.exec(call) ?? [];
  // What a function returns is what `new` gives.
  if (made) return `export function ${made}(...given) { return new (load().${made})(...given); }`;
  const [object, method] = call.split('.');
  const passOn = `(...given) => load().${call}(...given)`;
  return `export const ${object} = ${method ? `{ ${method}: ${passOn} }` : passOn};`;
}

const later = Object.entries(LATER).map(([name, { file, calls }]) => ({
  asked: new RegExp(`^${name}$`),
  contents: `import { createRequire } from 'node:module';
    let loaded;
    const load = () => (loaded ??= createRequire(import.meta.url)('./${file}'));
    ${calls.map(exportOfCall).join('\n')}`,
}));

const slim: Plugin = {
  name: 'slim',
  setup(bundler) {
    const all: StandIn[] = [...STAND_INS, ...later];
    for (const [i, { asked, but, from, contents }] of all.entries()) {
      const namespace = `stand-in-${i}`;
      bundler.onResolve({ filter: asked }, ({ path, importer }) =>
        (from && !from.test(importer)) || but?.test(path) ? undefined : { path, namespace },
      );
      const resolveDir = import.meta.dirname;
      bundler.onLoad({ filter: /.*/, namespace }, () => ({ contents, resolveDir, loader: 'js' as const }));
    }
  },
};

const SMALL: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  // As Node bundles undici itself: without its second, experimental parser.
  define: { esbuildDetection: 'true' },
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * Bundles handlers into `<folder>/<name>/index.mjs` with all that they import: the AWS SDK too, so that what runs is what
 * was tested and not whatever the runtime brings along. What the SDK itself only loads on demand (credentials from anywhere
 * but the environment) lies in files beside it.
 */
export async function bundleHandlers(
  folder: string,
  names: readonly HandlerName[] = HANDLERS,
  plugins: readonly string[] = [],
): Promise<void> {
  const modules = moduleNames(plugins);
  await Promise.all(names.map((name) => bundleHandler(join(folder, name), name)));
  if (plugins.length > 0 && names.includes('clean')) await bundlePlugins(join(folder, 'clean'), plugins, modules);
}

/** @throws before anything is bundled, when one would hide another. */
function moduleNames(files: readonly string[]): string[] {
  const names = files.map((file) => basename(file));
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice === undefined) return names;
  throw new Error(`two plug-ins are called ${twice}: a stack tells them by the names of their files`);
}

/** Modules of an operator's crawls, by the names of their files: `functions/plugins.ts` finds them there. */
async function bundlePlugins(outdir: string, files: readonly string[], names: readonly string[]): Promise<void> {
  const lines = files.map((file, i) => `import * as module${i} from ${JSON.stringify(file)};`);
  const entries = names.map((name, i) => `${JSON.stringify(name)}: module${i}`);
  await build({
    ...SMALL,
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

/** What reads documents: a thread that is started with the first of them, and loads what its format needs. */
async function bundleConverters(outdir: string): Promise<void> {
  await bundleModule(outdir, join(import.meta.dirname, '../shared/convert/thread.ts'), 'thread');
  const pdfJs = dirname(require.resolve('pdfjs-dist/package.json'));
  cpSync(join(pdfJs, 'cmaps'), join(outdir, 'cmaps'), { recursive: true });
}

async function bundleModule(outdir: string, file: string, out: string): Promise<void> {
  const { metafile } = await build({
    ...SMALL,
    entryPoints: [{ in: file, out }],
    outdir,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    splitting: true,
    metafile: true,
    // The module builds of the SDK lose what is not used; its CommonJS builds keep everything.
    mainFields: ['module', 'main'],
    // Its module build exports other names than the one that Node loads.
    alias: { stopword: require.resolve('stopword') },
    plugins: [slim],
    banner: { js: BANNER },
  });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  );
  for (const [asked, { file }] of Object.entries(LATER)) {
    if (!used.some((path) => /^stand-in-\d+:/.test(path) && path.endsWith(`:${asked}`))) continue;
    await build({ ...SMALL, entryPoints: [require.resolve(asked)], outfile: join(outdir, file), format: 'cjs' });
  }
}

/**
 * What of the project's own code a handler can reach, as text by file: what a function's rights are checked against.
 *
 * @returns path from the root of the project → the code of that file that is left when unused parts are taken out.
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
  // Each file's code stands below a comment with its path.
  const [, ...parts] = outputFiles[0]!.text.split(/^\/\/ ((?:shared|functions|web)\/[\w/.-]+)$/m);
  const code = new Map<string, string>();
  for (let i = 0; i < parts.length; i += 2) code.set(parts[i]!, parts[i + 1]!);
  return code;
}

/** Files of a bundle that its start reads: the handler and what it imports outright. The others are read on demand. */
export function readAtStart(folder: string): string[] {
  const files = new Set(['index.mjs']);
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8');
    for (const [, next] of code.matchAll(/\b(?:import|from)\s*"\.\/([\w.-]+\.mjs)"/g)) files.add(next!);
  }
  return [...files];
}
