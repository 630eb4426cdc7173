/** What the bundles of the functions leave out of packages, and what they load on first use from a file beside the handler. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import type { LazyPackage } from '../shared/packages/lazy-package.ts';

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
export const ENCODING_TABLES = 'later-encodings.json';

/**
 * Replaces code that would be bundled but never runs. Each entry removes a large part of a package. If a removed export is
 * needed after all, bundling fails, or the test that checks the calls of the adapters.
 */
const STAND_INS: StandIn[] = [
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
  // Streams of events: of the calls that handlers make, none answers with one.
  {
    path: /^@smithy\/core\/event-streams$/,
    contents: `export const resolveEventStreamSerdeConfig = (config) => config,
      eventStreamSerdeProvider = undefined, EventStreamSerde = undefined`,
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
export const LAZY_PACKAGES: Record<LazyPackage, { module: string; file: string }> = {
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

/** Reduces the descriptions of the packages of AWS clients to their versions, which are all that the clients read of them. */
const keepVersions: Plugin = {
  name: 'keep-versions',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
      return { contents: JSON.stringify({ version }), loader: 'json' as const };
    });
  },
};

/**
 * Writes the keys of the schemas of AWS clients as texts instead of names of constants. esbuild keeps an unused object with a computed
 * key, so every function would have the schemas of all calls.
 */
const dropUnusedSchemas: Plugin = {
  name: 'drop-unused-schemas',
  setup(bundler) {
    bundler.onLoad(
      { filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]dist-es[\\/]schemas[\\/]schemas_\d+\.js$/ },
      ({ path }) => {
        const code = readFileSync(path, 'utf8');
        const texts = new Map(
          [...code.matchAll(/^const (\w+) = ("[^"\n]*");$/gm)].map(([, name, text]) => [name!, text!]),
        );
        const contents = code.replace(/\[(\w+)\]:/g, (key, name: string) =>
          texts.has(name) ? `${texts.get(name)}:` : key,
        );
        return { contents, loader: 'js' as const };
      },
    );
  },
};

/** Plugins of esbuild that leave code out, for every function. */
export const LEAVE_OUT: Plugin[] = [replaceModules, removeDescriptions, keepVersions, dropUnusedSchemas];
