import { join } from 'node:path';
import { buildSync } from 'esbuild';

export const HANDLERS = ['dispatch', 'fetch', 'clean', 'classify', 'index-records', 'search', 'admin'] as const;

export type HandlerName = (typeof HANDLERS)[number];

/** Packages in CommonJS ask for Node's own modules by `require`, which a module does not have by itself. */
const BANNER = `import{createRequire as thresherRequire}from'node:module';const require=thresherRequire(import.meta.url);`;

/**
 * Bundles every handler into `<folder>/<name>/index.mjs`, in one pass, with all that it imports: the AWS SDK too, so that
 * what runs is what was tested and not whatever the runtime brings along.
 */
export function bundleHandlers(folder: string, functions = join(import.meta.dirname, '../functions')): void {
  buildSync({
    entryPoints: HANDLERS.map((name) => ({ in: join(functions, `${name}.ts`), out: `${name}/index` })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // The module builds of the SDK lose what is not used; its CommonJS builds keep everything.
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    banner: { js: BANNER },
    logLevel: 'warning',
  });
}
