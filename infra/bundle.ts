import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

export const HANDLERS = ['dispatch', 'fetch', 'clean', 'classify', 'index-records', 'search', 'admin'] as const;

export type HandlerName = (typeof HANDLERS)[number];

const require = createRequire(import.meta.url);

/** Packages in CommonJS ask for Node's own modules by `require`, which a module does not have by itself. */
const BANNER = `import{createRequire as thresherRequire}from'node:module';const require=thresherRequire(import.meta.url);`;

/**
 * What would be bundled and never run. Each line takes out half of a package or more; a name that is needed after all
 * fails the bundling, not the function.
 */
const STAND_INS: { asked: RegExp; from?: RegExp; contents: string }[] = [
  // Messages in sixty languages: ours are in English, which has a file of its own.
  { asked: /\/locales\/index\.js$/, from: /[\\/]zod[\\/]/, contents: 'export {}' },
  // One client and its connector, without fetch, WebSockets, caches and mocks.
  {
    asked: /^undici$/,
    contents: `export { default as Client } from 'undici/lib/dispatcher/client.js';
      export { default as buildConnector } from 'undici/lib/core/connect.js';`,
  },
];

const slim: Plugin = {
  name: 'slim',
  setup(bundler) {
    for (const [i, { asked, from, contents }] of STAND_INS.entries()) {
      const namespace = `stand-in-${i}`;
      bundler.onResolve({ filter: asked }, ({ path, importer }) =>
        from && !from.test(importer) ? undefined : { path, namespace },
      );
      const resolveDir = import.meta.dirname;
      bundler.onLoad({ filter: /.*/, namespace }, () => ({ contents, resolveDir, loader: 'js' as const }));
    }
  },
};

const fileOf = (name: HandlerName) => join(import.meta.dirname, '../functions', `${name}.ts`);

/**
 * Bundles handlers into `<folder>/<name>/index.mjs`, in one pass, with all that they import: the AWS SDK too, so that what
 * runs is what was tested and not whatever the runtime brings along.
 */
export async function bundleHandlers(folder: string, names: readonly HandlerName[] = HANDLERS): Promise<void> {
  await build({
    entryPoints: names.map((name) => ({
      in: fileOf(name),
      out: `${name}/index`,
    })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // The module builds of the SDK lose what is not used; its CommonJS builds keep everything.
    mainFields: ['module', 'main'],
    // Its module build exports other names than the one that Node loads.
    alias: { stopword: require.resolve('stopword') },
    // As Node bundles undici itself: without its second, experimental parser.
    define: { esbuildDetection: 'true' },
    plugins: [slim],
    minify: true,
    legalComments: 'none',
    banner: { js: BANNER },
    logLevel: 'warning',
  });
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
