import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stop } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HANDLERS, type HandlerName, reachableCode } from '../../infra/bundle.ts';
import { ADAPTER_CALLS, CALLER_RESOURCES, OBJECT_CALLS, OWN_QUEUE_ACTIONS, OWN_QUEUE_CALLS } from './calls.ts';
import { SEARCH_OPTIONS, type Synthesised, synthesise } from './stack.ts';

/*
 * Compares permissions with code: the role of a function may do exactly what the port methods need that its handler can reach
 * after tree-shaking.
 */

const ROOT = join(import.meta.dirname, '../..');

/** Construct id of each function; `queue`: whether it receives messages. */
const ROLES: Record<HandlerName, { id: string; queue: boolean }> = {
  dispatch: { id: 'Dispatch', queue: false },
  fetch: { id: 'Fetch', queue: true },
  clean: { id: 'Clean', queue: true },
  classify: { id: 'Classify', queue: true },
  'index-records': { id: 'Index', queue: true },
  search: { id: 'Pages', queue: false },
  admin: { id: 'Admin', queue: false },
};

const METHODS = Object.assign({}, ...Object.values(ADAPTER_CALLS)) as Record<string, string[]>;

/** Variables that hold a port, and the file of its interface. */
const PORT_FILES: Record<string, string> = {
  objects: 'objects',
  frontier: 'frontier',
  control: 'control',
  annotations: 'annotation-store',
  locks: 'host-lock',
  robots: 'robots-store',
  index: 'search-index',
  schedules: 'schedules',
  ...Object.fromEntries(
    ['captures', 'documents', 'records', 'visits', 'queue', 'ownQueue', 'deadLetters'].map((name) => [name, 'queue']),
  ),
};

/** Names of the methods of each port. */
const PORT_METHODS = new Map(
  Object.entries(PORT_FILES).map(([port, file]) => {
    const code = readFileSync(join(ROOT, `shared/ports/${file}.ts`), 'utf8');
    return [port, new Set([...code.matchAll(/^ {2}(\w+)\(/gm)].map(([, name]) => name!))];
  }),
);

/** Matches `<port>.<method>(`. The bundler appends numbers to duplicate names. */
const CALL = new RegExp(`\\b(${Object.keys(PORT_FILES).join('|')})\\d*\\??\\.(\\w+)\\(`, 'g');

const found = new Map<HandlerName, Promise<string[]>>();

/** Bundles a handler once: each bundle takes a second or two. */
function callsOf(name: HandlerName): Promise<string[]> {
  const calls = found.get(name) ?? findCalls(name);
  found.set(name, calls);
  return calls;
}

async function findCalls(name: HandlerName): Promise<string[]> {
  const calls = new Set<string>();
  for (const [file, code] of await reachableCode(name)) {
    // The table covers the calls of adapters. Wrappers of ports call nothing on their own.
    if (/^shared\/(aws|meter)\//.test(file)) continue;
    for (const [, port, method] of code.matchAll(CALL)) {
      if (PORT_METHODS.get(port!)!.has(method!)) calls.add(`${file} ${port}.${method}`);
    }
  }
  return [...calls];
}

async function neededBy(name: HandlerName): Promise<string[]> {
  const { id, queue } = ROLES[name];
  const needed = (await callsOf(name)).flatMap((call) => {
    if (OWN_QUEUE_CALLS[call]) return [`${id}Queue ${OWN_QUEUE_CALLS[call]}`];
    const rights = CALLER_RESOURCES[call] ?? METHODS[call.split(' ')[1]!];
    if (!rights) throw new Error(`${name} reaches ${call}: add its AWS calls to calls.ts`);
    return rights;
  });
  const own = queue ? OWN_QUEUE_ACTIONS.map((action) => `${id}Queue ${action}`) : [];
  return [...new Set([...needed, ...own, 'Log logs:CreateLogStream', 'Log logs:PutLogEvents'])].sort();
}

type Statement = { Action: string | string[]; Resource: unknown };

/** @returns the name of a resource as in `calls.ts`. */
function resourceName(resource: unknown): string {
  const text = JSON.stringify(resource);
  if (/:schedule\/[\w-]+\/\*"/.test(text)) return 'Schedules';
  const folder = /"\/(\w+)\/\*"/.exec(text)?.[1];
  const index = /"(\/index\/\w+)"/.exec(text)?.[1] ?? '';
  const id = /"Fn::GetAtt":\["(\w+?)[0-9A-F]{8}","Arn"\]/.exec(text)?.[1] ?? text;
  const short = id.replace(/^Storage/, '').replace(/^\w+Log$/, 'Log');
  return folder ? `${short}/${folder}` : short + index;
}

function grantedTo(stack: Synthesised, id: string): string[] {
  const [[, policy]] = stack.all('AWS::IAM::Policy').filter(([name]) => name.startsWith(id)) as unknown as [
    [string, Policy],
  ];
  const granted = policy.Properties.PolicyDocument.Statement.flatMap(({ Action, Resource }) => {
    const actions = [Action].flat();
    if (actions.every((action) => action.startsWith('es:'))) {
      return [actions.includes('es:ESHttpPut') ? 'Search write' : 'Search read'];
    }
    return [Resource].flat().flatMap((resource) => actions.map((action) => `${resourceName(resource)} ${action}`));
  });
  return [...new Set(granted)].sort();
}
type Policy = { Properties: { PolicyDocument: { Statement: Statement[] } } };

let stack: Synthesised;
beforeAll(() => {
  stack = synthesise();
});

// esbuild keeps up to a gigabyte of memory until it ends.
afterAll(stop);

test.each(HANDLERS)('grants %s exactly the permissions that its code needs', async (name) => {
  expect(grantedTo(stack, ROLES[name].id)).toEqual(await neededBy(name));
});

test('without search grants the same, except for the search engine and its queue', async () => {
  const archive = synthesise(SEARCH_OPTIONS.none);
  const without = (rights: string[]) => rights.filter((right) => !/^(Search|IndexQueue|IndexGivenUp) /.test(right));
  for (const name of ['dispatch', 'fetch', 'clean', 'classify', 'admin'] as const) {
    expect(grantedTo(archive, ROLES[name].id)).toEqual(without(await neededBy(name)));
  }
});

/** Patterns of AWS commands in the source of an adapter. */
const COMMANDS: [RegExp, string][] = [
  [/\bnew (\w+)Command\(/g, ''],
  [/\bpaginate(\w+)\(/g, ''],
  [/\bconditionalUpdate\(/g, 'UpdateItem'],
  [/\bbatchGet\(/g, 'BatchGetItem'],
  [/\bbatchWrite\(/g, 'BatchWriteItem'],
];

function commandsIn(file: string): string[] {
  const code = readFileSync(join(ROOT, file), 'utf8').replace(/^import[^;]*;$/gm, '');
  return COMMANDS.flatMap(([pattern, name]) => [...code.matchAll(pattern)].map(([, own]) => name || own!));
}

describe('the table of calls', () => {
  test.each(Object.keys(ADAPTER_CALLS).filter((file) => /dynamo|schedules/.test(file)))(
    'lists the calls of %s',
    (file) => {
      const listed = Object.values(ADAPTER_CALLS[file]!).flat();
      const actions = listed.flatMap((right) => /(?:dynamodb|scheduler):(\w+)/.exec(right)?.[1] ?? []);
      expect(new Set(commandsIn(file))).toEqual(new Set(actions));
    },
  );

  test('lists the calls of the S3 adapter', () => {
    const found = ['shared/aws/s3/s3-objects.ts', 'shared/aws/s3/s3-multipart.ts'].flatMap(commandsIn);
    expect(new Set(found)).toEqual(new Set(Object.values(OBJECT_CALLS).flatMap(Object.keys)));
  });

  test('has only rows that some handler reaches', async () => {
    const calls = new Set((await Promise.all(HANDLERS.map(callsOf))).flat());
    expect(Object.keys(CALLER_RESOURCES).filter((call) => !calls.has(call))).toEqual([]);
  });
});

test('lets only schedules of the own account assume the roles of schedules', () => {
  const trusts = synthesise()
    .all('AWS::IAM::Role')
    .map(
      ([, { Properties }]) =>
        (Properties['AssumeRolePolicyDocument'] as { Statement: Record<string, unknown>[] }).Statement,
    )
    .filter((statements) => JSON.stringify(statements).includes('scheduler.amazonaws.com'));
  expect(trusts).toHaveLength(3);
  for (const statements of trusts)
    expect(statements).toEqual([
      {
        Action: 'sts:AssumeRole',
        Effect: 'Allow',
        Principal: { Service: 'scheduler.amazonaws.com' },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ]);
});
