import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/** Folders of `shared/` in the order in which a page passes them. Each imports only from folders before it. */
const ORDER = [
  'url',
  'robots',
  'focus',
  'frontier',
  'seeds',
  'fetch',
  'clean',
  'classify',
  'index',
  'query',
  'search',
  'annotations',
  'alerts',
  'maintain',
  'simulate',
];

/** Counts and prices. Every folder may import it; it imports none of them. */
const METER = 'meter';

/** Pure functions for strings and HTTP headers. Every folder may import them. */
const HELPERS = ['text', 'http'];

/** Packages that a folder may import: parsers, dictionaries, hashes and compression, without state and without I/O. */
const PACKAGES: Record<string, readonly string[]> = {
  url: ['tldts', 're2js', 'node:url'],
  robots: ['htmlparser2', 'node:zlib'],
  focus: ['node:zlib'],
  frontier: ['node:crypto', 'node:zlib'],
  seeds: ['htmlparser2'],
  fetch: ['node:crypto', 'node:zlib'],
  clean: [
    'htmlparser2',
    'css-select',
    'parse5',
    'parse5-htmlparser2-tree-adapter',
    'entities',
    '@exodus/bytes',
    'html-encoding-sniffer',
    'jschardet',
    'markdown-it',
    'mmdb-lib',
    'pdfjs-dist',
    'postal-mime',
    'node:buffer',
    'node:crypto',
    'node:zlib',
  ],
  classify: ['node:crypto', 'node:zlib'],
  index: ['node:crypto', 'node:zlib'],
  query: [],
  search: ['node:crypto', 'node:zlib'],
  annotations: [],
  alerts: ['node:crypto'],
  maintain: [],
  simulate: [],
  admin: ['zod'],
  settings: ['zod', 'yaml', 're2js'],
  meter: [],
  text: ['snowball-stemmers', 'stopword', 'node:crypto', 'node:zlib'],
  http: ['node:zlib'],
  ports: [],
};

/** The table of search fields and its values, indexed and whole texts, and the translation of conditions: both search engines use them. */
const SEARCH_TABLE =
  /^shared\/(?:index\/(?:search-fields|field-parts|text-fields|url-text|whole-texts|filter-values|facets)|query\/compile\/(?:fts5|opensearch|sql-fields|bonus|query-terms))\.ts$/;

const ADAPTERS = ['aws', 'local', 'net', 'convert'];

type Import = { file: string; from: string; typesOnly: boolean };

const codeBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
        .sort()
    : [];

/** Returns all imports of a file (`import … from`, `export … from`, `import '…'`, `import('…')`) with paths from the project root. */
function importsOf(file: string, source = readFileSync(file, 'utf8')): Import[] {
  const found: Import[] = [];
  const add = (from: string, typesOnly: boolean) => {
    found.push({ file, from: from.startsWith('.') ? posix.join(posix.dirname(file), from) : from, typesOnly });
  };
  for (const [, type, names = '', from] of source.matchAll(
    /^(?:import|export)\s+(type\s)?([^;'"`]*?\sfrom\s+)?['"]([^'"]+)['"]/gm,
  )) {
    // `import { type A, type B }` imports types only too.
    const listed = /^\{([^}]*)\}/
      .exec(names.trim())?.[1]
      ?.split(',')
      .filter((name) => name.trim());
    add(from!, type !== undefined || (listed?.every((name) => name.trim().startsWith('type ')) ?? false));
  }
  for (const [, from] of source.matchAll(/\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/g)) add(from!, false);
  return found;
}

/** Returns the source of a file without its dynamic imports. */
const withoutDynamicImports = (file: string) => readFileSync(file, 'utf8').replace(/\bimport\([^)]*\)/g, '');

const LOADERS = 'shared/packages/';

const isOurs = ({ from }: Import) =>
  /^(shared|functions|cli|library|web|infra|demo|test|bench)\//.test(from) && !from.startsWith(LOADERS);
/** Returns the folder of a file in `shared/`: `shared/url/url.ts` → `url`; undefined for other files. */
const folderOf = (path: string) => /^shared\/([^/]+)\//.exec(path)?.[1];
const describeImport = ({ file, from, typesOnly }: Import) => `${file} imports ${typesOnly ? 'types of ' : ''}${from}`;

/** Returns the imports of a folder that break its rule, as text. */
const violations = (folder: string, allowed: (one: Import) => boolean) =>
  codeBelow(folder)
    .flatMap((file) => importsOf(file))
    .filter((one) => !allowed(one))
    .map(describeImport);

/** Returns the package that a module of `shared/packages/` loads on first use, or an import of a package itself. */
const packageOf = (from: string) =>
  from.startsWith(LOADERS) ? /\blazyPackage<.+>\('([^']+)'\)/.exec(readFileSync(from, 'utf8'))?.[1] : from;

const usesPackage = (folder: string, { from }: Import) =>
  PACKAGES[folder]!.some((name) => packageOf(from) === name || from.startsWith(`${name}/`));

test('reads import lines in all forms', () => {
  const source = `
import './effect.ts';
import all from "./quoted.ts";
import * as every from '../b/star.ts';
import { one,
  two } from '../b/lines.ts';
import { type A, type B } from '../b/types.ts';
import { type A, b } from '../b/mixed.ts';
import type { C } from '../b/type.ts';
export { d } from './handed-on.ts';
export type { E } from './handed-on-type.ts';
const later = () => import('../b/later.ts');
const old = require('node:fs');
`;
  expect(importsOf('shared/a/x.ts', source).map(describeImport)).toEqual([
    'shared/a/x.ts imports shared/a/effect.ts',
    'shared/a/x.ts imports shared/a/quoted.ts',
    'shared/a/x.ts imports shared/b/star.ts',
    'shared/a/x.ts imports shared/b/lines.ts',
    'shared/a/x.ts imports types of shared/b/types.ts',
    'shared/a/x.ts imports shared/b/mixed.ts',
    'shared/a/x.ts imports types of shared/b/type.ts',
    'shared/a/x.ts imports shared/a/handed-on.ts',
    'shared/a/x.ts imports types of shared/a/handed-on-type.ts',
    'shared/a/x.ts imports shared/b/later.ts',
    'shared/a/x.ts imports node:fs',
  ]);
});

test('every listed folder exists', () => {
  for (const folder of [...ORDER, ...HELPERS, METER, 'ports', 'settings', 'admin', ...ADAPTERS])
    expect(codeBelow(`shared/${folder}`)).not.toEqual([]);
});

describe.each(ORDER)('shared/%s', (folder) => {
  const before = ORDER.slice(0, ORDER.indexOf(folder) + 1);

  test('imports only earlier folders, types of ports, and its own packages', () => {
    const allowed = (one: Import) => {
      if (!isOurs(one)) return usesPackage(folder, one);
      const other = folderOf(one.from) ?? '';
      return [...before, ...HELPERS, METER].includes(other) || (other === 'ports' && one.typesOnly);
    };
    expect(violations(`shared/${folder}`, allowed)).toEqual([]);
  });
});

test.each(HELPERS)('shared/%s imports only helpers, URLs and types of ports', (folder) => {
  const allowed = (one: Import) => {
    if (!isOurs(one)) return usesPackage(folder, one);
    const other = folderOf(one.from) ?? '';
    return [...HELPERS, 'url'].includes(other) || (other === 'ports' && one.typesOnly);
  };
  expect(violations(`shared/${folder}`, allowed)).toEqual([]);
});

test('shared/packages imports no other folder, and packages that are loaded on first use as types only', () => {
  const isEnglish = ({ from }: Import) => from === 'stopword/src/stopwords_eng.js';
  const isPlain = ({ from }: Import) => from === 'node:module' || from === `${LOADERS}lazy-package.ts`;
  expect(violations(LOADERS, (one) => isPlain(one) || isEnglish(one) || (one.typesOnly && !isOurs(one)))).toEqual([]);
});

test('the packages that commands and the library import are dependencies', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  const isInstalled = ({ from, typesOnly }: Import) =>
    typesOnly ||
    /^(?:node:|(?:shared|web|cli|library|demo)\/)/.test(from) ||
    Object.keys(dependencies).some((name) => from === name || from.startsWith(`${name}/`));
  const files = ['shared', 'web', 'cli', 'library'].flatMap(codeBelow);
  expect(files.flatMap((file) => importsOf(file).filter((one) => !isInstalled(one))).map(describeImport)).toEqual([]);
});

test('packages that most runs do not need are loaded on first use only, and of undici only parts', () => {
  const lazy = codeBelow(LOADERS).flatMap((file) => packageOf(file) ?? []);
  expect(lazy).toContain('jschardet');
  const loadsNow = ({ from, typesOnly }: Import) =>
    !typesOnly && (from === 'undici' || lazy.some((name) => from === name || from.startsWith(`${name}/`)));
  const files = ['shared', 'web', 'cli', 'library', 'functions']
    .flatMap(codeBelow)
    .filter((file) => !file.startsWith(LOADERS));
  expect(files.flatMap((file) => importsOf(file).filter(loadsNow)).map(describeImport)).toEqual([]);
});

test('the packages for mails are loaded with the first mail, and in a stack only by alerts and notices', () => {
  const ofMail = ({ from, typesOnly }: Import) => !typesOnly && from.startsWith('nodemailer');
  const files = ['shared', 'web', 'cli', 'library', 'functions'].flatMap(codeBelow);
  expect(files.filter((file) => importsOf(file).some(ofMail))).toEqual(['shared/net/smtp-mailer.ts']);
  expect(files.filter((file) => importsOf(file, withoutDynamicImports(file)).some(ofMail))).toEqual([]);
  const isOthers = ({ file, from }: Import) =>
    from !== 'shared/net/smtp-mailer.ts' || /^functions\/(?:alerts|notices)\//.test(file);
  expect(violations('functions', isOthers)).toEqual([]);
});

test('shared/meter imports only types of ports', () => {
  const allowed = (one: Import) => {
    const other = folderOf(one.from);
    return isOurs(one) && (other === METER || (other === 'ports' && one.typesOnly));
  };
  expect(violations(`shared/${METER}`, allowed)).toEqual([]);
});

/** Code that makes a run depend on the machine or the moment. */
const FORBIDDEN = [
  /\bprocess\.(env|hrtime|cwd)\b/,
  /\bDate\.now\b/,
  /\bnew Date\(\)/,
  /\bMath\.random\b/,
  /\bperformance\.now\b/,
  /\brandom(UUID|Bytes|Int)\b/,
  /\b(setTimeout|setInterval|setImmediate)\b/,
  /\bfetch\(/,
];

test.each([...ORDER, ...HELPERS, METER, 'settings', 'admin', 'ports'])(
  'shared/%s takes time, randomness and environment only from ports',
  (folder) => {
    const found = codeBelow(`shared/${folder}`).flatMap((file) => {
      const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      // `ports.fetcher.fetch(…)` and declarations of that method are allowed.
      const own = code.replace(/(\.|^\s*(?:async )?)fetch\(/gm, '');
      return FORBIDDEN.filter((what) => what.test(own)).map((what) => `${file} has ${what.source}`);
    });
    expect(found).toEqual([]);
  },
);

test('shared/ports imports only types', () => {
  const allowed = (one: Import) =>
    one.typesOnly && ['ports', 'url', 'fetch', 'index', 'clean'].includes(folderOf(one.from) ?? '');
  expect(violations('shared/ports', allowed)).toEqual([]);
});

test('shared/settings imports other folders; no folder, port or adapter imports it', () => {
  const allowed = (one: Import) =>
    isOurs(one)
      ? [...ORDER, ...HELPERS, 'settings'].includes(folderOf(one.from) ?? '') ||
        (folderOf(one.from) === 'ports' && one.typesOnly)
      : usesPackage('settings', one);
  expect(violations('shared/settings', allowed)).toEqual([]);
  const others = [...ORDER, 'ports', ...ADAPTERS];
  expect(
    others.flatMap((folder) => violations(`shared/${folder}`, (one) => folderOf(one.from) !== 'settings')),
  ).toEqual([]);
});

test('shared/admin imports other folders, zod and types of ports, and no folder, port or adapter imports it', () => {
  const allowed = (one: Import) => {
    if (!isOurs(one)) return usesPackage('admin', one);
    const other = folderOf(one.from) ?? '';
    return [...ORDER, 'admin'].includes(other) || (other === 'ports' && one.typesOnly);
  };
  expect(violations('shared/admin', allowed)).toEqual([]);
  const others = [...ORDER, 'ports', 'settings', ...ADAPTERS];
  expect(others.flatMap((folder) => violations(`shared/${folder}`, (one) => folderOf(one.from) !== 'admin'))).toEqual(
    [],
  );
});

test.each(ADAPTERS)('adapters in shared/%s import ports, helpers, each other, and types', (folder) => {
  const allowed = (one: Import) => {
    if (!isOurs(one)) return true;
    const other = folderOf(one.from) ?? '';
    // Both search engines derive columns and mappings from one table.
    if (SEARCH_TABLE.test(one.from)) return true;
    // The thread of the process runs the converters of shared/clean.
    if (one.file === 'shared/convert/thread.ts' && other === 'clean') return true;
    return [folder, 'ports', ...HELPERS].includes(other) || (one.typesOnly && [...ORDER, METER].includes(other));
  };
  expect(violations(`shared/${folder}`, allowed)).toEqual([]);
});

describe('adapters are imported', () => {
  /** Adapters with state are wired in one place, so that handlers and commands run on both sides. */
  const keepsState = ({ from }: Import) =>
    ['aws', 'local'].includes(folderOf(from) ?? '') && from !== 'shared/local/system.ts';

  test.each(['functions', 'cli'])('in %s only by the wiring', (folder) => {
    const isWiring = ({ file }: Import) => /\/(wiring\/wiring(-[a-z]+)?|(run|aws)\/wiring)\.ts$/.test(file);
    expect(violations(folder, (one) => isWiring(one) || !keepsState(one))).toEqual([]);
  });

  test.each(['web', 'infra'])('in %s nowhere', (folder) => {
    expect(violations(folder, (one) => !ADAPTERS.includes(folderOf(one.from) ?? ''))).toEqual([]);
  });

  test('from shared/local by functions only for clock, randomness and annotations in memory, from shared/aws by one file of the command line', () => {
    const local = ({ file, from }: Import) =>
      folderOf(from) !== 'local' ||
      from === 'shared/local/system.ts' ||
      // DynamoDB cannot search words.
      file === 'functions/wiring/wiring-annotations.ts';
    expect(violations('functions', local)).toEqual([]);
    const ofAws = (one: Import) => folderOf(one.from) === 'aws' || /^@(aws-sdk|smithy)\//.test(one.from);
    expect(
      violations('cli', (one) => /^cli\/aws\/(?:wiring|services|request)\.ts$/.test(one.file) || !ofAws(one)),
    ).toEqual([]);
  });

  test('from shared/aws only on demand by the command line', () => {
    const loads = (one: Import) => one.from === 'cli/aws/wiring.ts' && !one.typesOnly;
    const importers = codeBelow('cli').filter((file) => importsOf(file, withoutDynamicImports(file)).some(loads));
    expect(importers).toEqual([]);
  });
});

test('no folder imports functions, cli or infra', () => {
  const outer = ['functions', 'cli', 'infra', 'test', 'bench'];
  const topOf = (path: string) => path.split('/')[0]!;
  const found = ['shared', 'web', ...outer.slice(0, 3)].flatMap((folder) =>
    violations(
      folder,
      (one) => !isOurs(one) || topOf(one.from) === topOf(one.file) || !outer.includes(topOf(one.from)),
    ),
  );
  expect(found).toEqual([]);
});

test('no file only re-exports others', () => {
  const all = ['shared', 'web', 'functions', 'cli', 'infra'].flatMap(codeBelow);
  expect(all.filter((file) => /(^|\/)index\.ts$/.test(file))).toEqual([]);
});

test('every import names an existing file with its extension', () => {
  const all = ['shared', 'web', 'functions', 'cli', 'infra', 'bench']
    .flatMap(codeBelow)
    .flatMap((file) => importsOf(file));
  expect(all.filter((one) => isOurs(one) && !existsSync(join(one.from))).map(describeImport)).toEqual([]);
  expect(all.length).toBeGreaterThan(300);
});

/** Production code. Benchmarks and tests may be structured more loosely. */
const PRODUCTION = ['shared', 'functions', 'cli', 'library', 'web', 'infra', 'demo'].flatMap(codeBelow);

test('no folder of production code has more than 32 files', () => {
  const sizes = new Map<string, number>();
  for (const file of PRODUCTION) sizes.set(posix.dirname(file), (sizes.get(posix.dirname(file)) ?? 0) + 1);
  expect([...sizes].filter(([, files]) => files > 32)).toEqual([]);
});

test('every exported function and constant is used in another file', () => {
  const files = [...PRODUCTION, ...codeBelow('test'), ...codeBelow('bench'), 'bin/thresher.js'];
  const filesOfName = new Map<string, number>();
  for (const file of files)
    for (const name of new Set(readFileSync(file, 'utf8').match(/[\w$]+/g)))
      filesOfName.set(name, (filesOfName.get(name) ?? 0) + 1);
  const exported = PRODUCTION.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:function\*?|const) ([\w$]+)/gm)].map(([, name]) => ({
      file,
      name: name!,
    })),
  );
  expect(exported.length).toBeGreaterThan(1_000);
  expect(exported.filter(({ name }) => filesOfName.get(name) === 1)).toEqual([]);
});

describe('import cycles, type-only imports included', () => {
  test('are found', () => {
    const edges = { a: ['b'], b: ['c'], c: ['a'], d: ['a', 'd'] };
    expect(cyclesOf(new Map(Object.entries(edges)))).toEqual([['a', 'b', 'c']]);
  });

  test('do not exist in production code', () => {
    const edges = new Map(PRODUCTION.map((file) => [file, importsOf(file).map(({ from }) => from)]));
    expect(cyclesOf(edges)).toEqual([]);
  });
});

/** Returns the strongly connected components with more than one file, each sorted (Tarjan's algorithm). */
function cyclesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    lowest.set(file, index);
    stack.push(file);
    for (const other of edges.get(file) ?? []) {
      if (!edges.has(other)) continue;
      if (!order.has(other)) lowest.set(file, Math.min(lowest.get(file)!, visit(other)));
      else if (stack.includes(other)) lowest.set(file, Math.min(lowest.get(file)!, order.get(other)!));
    }
    if (lowest.get(file) === index) {
      const component = stack.splice(stack.indexOf(file));
      if (component.length > 1) cycles.push(component.sort());
    }
    return lowest.get(file)!;
  };
  for (const file of edges.keys()) if (!order.has(file)) visit(file);
  return cycles;
}
