import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/** A page goes through the rooms in this order; a room knows those before it. */
const ORDER = ['url', 'robots', 'frontier', 'seeds', 'fetch', 'clean', 'classify', 'index', 'search'];

/** Stands beside the way of a page: counts and prices, which know nothing of the rooms and which any of them may ask. */
const METER = 'meter';

/** Helpers for strings and for HTTP headers: pure functions that any room may call. */
const HELPERS = ['text', 'http'];

/** What a room may use besides: parsers, dictionaries, hashes and compression, which neither keep state nor reach out. */
const PACKAGES: Record<string, readonly string[]> = {
  url: ['tldts', 're2js'],
  robots: ['robots-parser', 'htmlparser2', 'node:zlib'],
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
    'mmdb-lib',
    'eld',
    'franc-all',
    'pdfjs-dist',
    'postal-mime',
    'node:buffer',
    'node:crypto',
    'node:zlib',
  ],
  classify: ['node:crypto', 'node:zlib'],
  index: ['snowball-stemmers', 'stopword', 'eld', 'node:crypto', 'node:zlib'],
  search: ['node:crypto', 'node:zlib'],
  settings: ['zod', 'yaml', 're2js'],
  meter: [],
  text: ['node:crypto', 'node:zlib'],
  http: ['node:zlib'],
  ports: [],
};

const ADAPTERS = ['aws', 'local', 'net', 'convert'];

type Import = { file: string; from: string; typesOnly: boolean };

const codeBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
        .sort()
    : [];

/** `import … from`, `export … from`, `import '…'` and `import('…')`, with paths as from the root of the project. */
function importsOf(file: string, source = readFileSync(file, 'utf8')): Import[] {
  const found: Import[] = [];
  const add = (from: string, typesOnly: boolean) => {
    found.push({ file, from: from.startsWith('.') ? posix.join(posix.dirname(file), from) : from, typesOnly });
  };
  for (const [, type, names = '', from] of source.matchAll(
    /^(?:import|export)\s+(type\s)?([^;'"`]*?\sfrom\s+)?['"]([^'"]+)['"]/gm,
  )) {
    // `import { type A, type B }` brings nothing along either.
    const listed = /^\{([^}]*)\}/
      .exec(names.trim())?.[1]
      ?.split(',')
      .filter((name) => name.trim());
    add(from!, type !== undefined || (listed?.every((name) => name.trim().startsWith('type ')) ?? false));
  }
  for (const [, from] of source.matchAll(/\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/g)) add(from!, false);
  return found;
}

/** The source of a file without its `import('…')`. */
const withoutDynamicImports = (file: string) => readFileSync(file, 'utf8').replace(/\bimport\([^)]*\)/g, '');

const isOurs = ({ from }: Import) => /^(shared|functions|cli|web|infra|demo|test|bench)\//.test(from);
/** `shared/url/url.ts` → `url`; undefined for what is not in `shared/`. */
const roomOf = (path: string) => /^shared\/([^/]+)\//.exec(path)?.[1];
const told = ({ file, from, typesOnly }: Import) => `${file} imports ${typesOnly ? 'types of ' : ''}${from}`;

/** Imports of a folder that break its rule, in words. */
const strangers = (folder: string, allowed: (one: Import) => boolean) =>
  codeBelow(folder)
    .flatMap((file) => importsOf(file))
    .filter((one) => !allowed(one))
    .map(told);

const usesPackage = (room: string, { from }: Import) =>
  PACKAGES[room]!.some((name) => from === name || from.startsWith(`${name}/`));

test('import lines are read in all their forms', () => {
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
  expect(importsOf('shared/a/x.ts', source).map(told)).toEqual([
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

test('the order of the rooms is the order of the folders: each is there', () => {
  for (const room of [...ORDER, ...HELPERS, METER, 'ports', 'settings', ...ADAPTERS])
    expect(codeBelow(`shared/${room}`)).not.toEqual([]);
});

describe.each(ORDER)('the room %s', (room) => {
  const before = ORDER.slice(0, ORDER.indexOf(room) + 1);

  test('imports rooms before it, types of ports, and the packages that are its own', () => {
    const allowed = (one: Import) => {
      if (!isOurs(one)) return usesPackage(room, one);
      const other = roomOf(one.from) ?? '';
      return [...before, ...HELPERS, METER].includes(other) || (other === 'ports' && one.typesOnly);
    };
    expect(strangers(`shared/${room}`, allowed)).toEqual([]);
  });
});

test.each(HELPERS)('%s imports helpers and URLs, and nothing else of Thresher', (room) => {
  const allowed = (one: Import) => {
    if (!isOurs(one)) return usesPackage(room, one);
    const other = roomOf(one.from) ?? '';
    return [...HELPERS, 'url'].includes(other) || (other === 'ports' && one.typesOnly);
  };
  expect(strangers(`shared/${room}`, allowed)).toEqual([]);
});

test('the meter imports types of ports, and nothing else', () => {
  const allowed = (one: Import) => {
    const other = roomOf(one.from);
    return isOurs(one) && (other === METER || (other === 'ports' && one.typesOnly));
  };
  expect(strangers(`shared/${METER}`, allowed)).toEqual([]);
});

/** What makes a run that cannot be replayed, or that another machine would not make so. */
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

test.each([...ORDER, ...HELPERS, METER, 'settings', 'ports'])(
  '%s takes time, chance and the environment from nowhere but its ports',
  (room) => {
    const found = codeBelow(`shared/${room}`).flatMap((file) => {
      const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      // `ports.fetcher.fetch(…)` is a port; so is a method's own declaration.
      const own = code.replace(/(\.|^\s*(?:async )?)fetch\(/gm, '');
      return FORBIDDEN.filter((what) => what.test(own)).map((what) => `${file} has ${what.source}`);
    });
    expect(found).toEqual([]);
  },
);

test('ports are types: of their own, of addresses and of what fetching comes to', () => {
  const allowed = (one: Import) => one.typesOnly && ['ports', 'url', 'fetch'].includes(roomOf(one.from) ?? '');
  expect(strangers('shared/ports', allowed)).toEqual([]);
});

test('settings know the rooms; no room, port or adapter knows them', () => {
  const ofRooms = (one: Import) =>
    isOurs(one)
      ? [...ORDER, ...HELPERS, 'settings'].includes(roomOf(one.from) ?? '') ||
        (roomOf(one.from) === 'ports' && one.typesOnly)
      : usesPackage('settings', one);
  expect(strangers('shared/settings', ofRooms)).toEqual([]);
  const others = [...ORDER, 'ports', ...ADAPTERS];
  expect(others.flatMap((room) => strangers(`shared/${room}`, (one) => roomOf(one.from) !== 'settings'))).toEqual([]);
});

test.each(ADAPTERS)('the adapters in %s import ports, each other, and types of rooms', (folder) => {
  const allowed = (one: Import) => {
    if (!isOurs(one)) return true;
    const other = roomOf(one.from) ?? '';
    // The thread is where converters run: it stands for a room's functions in a place apart.
    if (one.file === 'shared/convert/thread.ts' && other === 'clean') return true;
    return [folder, 'ports', ...HELPERS].includes(other) || (one.typesOnly && [...ORDER, METER].includes(other));
  };
  expect(strangers(`shared/${folder}`, allowed)).toEqual([]);
});

describe('who imports adapters', () => {
  /** What keeps state is put together in one place, so that handlers and commands run on either side. */
  const keepsState = (one: Import) => ['aws', 'local'].includes(roomOf(one.from) ?? '');

  test.each(['functions', 'cli'])('in %s: only the wiring', (folder) => {
    const isWiring = ({ file }: Import) => /\/(wiring\/wiring(-[a-z]+)?|(run|aws)\/wiring)\.ts$/.test(file);
    expect(strangers(folder, (one) => isWiring(one) || !keepsState(one))).toEqual([]);
  });

  test.each(['web', 'infra'])('in %s: nobody, not even those of the network', (folder) => {
    expect(strangers(folder, (one) => !ADAPTERS.includes(roomOf(one.from) ?? ''))).toEqual([]);
  });

  test('functions know nothing of the one machine but its clock and chance; of the command line one file knows AWS', () => {
    const local = (one: Import) => roomOf(one.from) !== 'local' || one.from === 'shared/local/system.ts';
    expect(strangers('functions', local)).toEqual([]);
    const ofAws = (one: Import) => roomOf(one.from) === 'aws' || /^@(aws-sdk|smithy)\//.test(one.from);
    expect(strangers('cli', (one) => one.file === 'cli/aws/wiring.ts' || !ofAws(one))).toEqual([]);
  });

  test('the file that knows AWS is loaded when it is asked for, and not with every command', () => {
    const loads = (one: Import) => one.from === 'cli/aws/wiring.ts' && !one.typesOnly;
    const importers = codeBelow('cli').filter((file) => importsOf(file, withoutDynamicImports(file)).some(loads));
    expect(importers).toEqual([]);
  });
});

test('functions, command line and infrastructure are imported by nobody; the demo web by the command that shows it', () => {
  const outer = ['functions', 'cli', 'infra', 'test', 'bench'];
  const topOf = (path: string) => path.split('/')[0]!;
  const found = ['shared', 'web', ...outer.slice(0, 3)].flatMap((folder) =>
    strangers(folder, (one) => {
      if (!isOurs(one) || topOf(one.from) === topOf(one.file) || !outer.includes(topOf(one.from))) return true;
      return one.file === 'cli/start.ts' && one.from.startsWith('demo/');
    }),
  );
  expect(found).toEqual([]);
});

test('no file only hands on what others hold', () => {
  const all = ['shared', 'web', 'functions', 'cli', 'infra'].flatMap(codeBelow);
  expect(all.filter((file) => /(^|\/)index\.ts$/.test(file))).toEqual([]);
});

test('every import names a file that is there, with its ending', () => {
  const all = ['shared', 'web', 'functions', 'cli', 'infra', 'bench']
    .flatMap(codeBelow)
    .flatMap((file) => importsOf(file));
  expect(all.filter((one) => isOurs(one) && !existsSync(join(one.from))).map(told)).toEqual([]);
  expect(all.length).toBeGreaterThan(300);
});
