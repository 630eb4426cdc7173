import type { z } from 'zod';
import { nearest } from './nearest.ts';

/** One thing that is wrong with the settings, and where. */
export type Fault = {
  /** From the top: `['seeds', 2, 'url']`. Empty: the whole. */
  path: (string | number)[];
  message: string;
  /** In the file that was read, from 1. */
  line?: number;
};

/** Says everything that is wrong at once, one line a fault: `crawl.yaml:12: politeness.hostPauseMs: must be …`. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly faults: readonly Fault[];
  /** The lines of the message. */
  readonly lines: readonly string[];

  constructor(faults: readonly Fault[], fileName?: string) {
    const lines = faults.map(({ path, message, line }) => {
      const place = fileName ? `${fileName}:${line ?? 1}: ` : '';
      return `${place}${path.join('.') || 'settings'}: ${message}`;
    });
    super(lines.join('\n'));
    this.faults = faults;
    this.lines = lines;
  }
}

type Issue = z.core.$ZodIssue;

export function faultsOf(error: z.ZodError, schema: z.ZodType): Fault[] {
  const shape = schema.toJSONSchema({ io: 'input' }) as Node;
  return error.issues.flatMap((issue) => faultsOfIssue(issue, [], shape));
}

function faultsOfIssue(issue: Issue, above: Fault['path'], shape: Node): Fault[] {
  const path = [...above, ...(issue.path as (string | number)[])];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: unknownKey(key, path, shape) }));
  if (issue.code === 'invalid_union') {
    const branch = closest(issue.errors);
    if (branch) return branch.flatMap((inner) => faultsOfIssue(inner, path, shape));
    return [{ path, message: `must be ${issue.message}` }];
  }
  return [{ path, message: inWords(issue) }];
}

/** Of a union's kinds, the one that the value was meant to be: whose own type fits, with the fewest faults. */
function closest(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const fitting = branches.filter((issues) => !issues.some((i) => i.path.length === 0 && i.code === 'invalid_type'));
  const [best, next] = fitting.sort((a, b) => weight(a) - weight(b));
  return best && next && weight(best) === weight(next) ? undefined : best;
}

function weight(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length * 2 : 1), 0);
}

function inWords(issue: Issue): string {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is missing';
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'too_small' && issue.origin !== 'array') return `must be at least ${issue.minimum}${unit(issue)}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unit(issue)}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  return issue.message;
}

function unit(issue: { origin: string }): string {
  return issue.origin === 'string' ? ' characters long' : '';
}

const KINDS: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of settings',
  record: 'pairs of name and value',
};

/** What people write for a setting that has another name here. */
const MEANT: Record<string, string> = {
  depth: 'limits.maxDepth',
  delay: 'politeness.hostPauseMs',
  include: 'allow',
  name: 'crawl',
  timeout: 'limits.fetchTimeoutMs',
};

type Node = { properties?: Record<string, Node>; items?: Node; anyOf?: Node[] };

function unknownKey(key: string, path: Fault['path'], shape: Node): string {
  const meant = MEANT[key] ?? nearest(key, keysAt(shape, path)) ?? nearest(key, everyKey(shape));
  return meant ? `unknown; did you mean ${meant}?` : 'unknown';
}

function keysAt(shape: Node, path: Fault['path']): string[] {
  let nodes = [shape];
  for (const step of path)
    nodes = nodes
      .flatMap(kinds)
      .flatMap((node) => (typeof step === 'number' ? node.items : node.properties?.[step]) ?? []);
  return nodes.flatMap(kinds).flatMap((node) => Object.keys(node.properties ?? {}));
}

function everyKey(shape: Node): string[] {
  return Object.entries(shape.properties ?? {}).flatMap(([key, node]) => [
    key,
    ...Object.keys(node.properties ?? {}).map((inner) => `${key}.${inner}`),
  ]);
}

function kinds(node: Node): Node[] {
  return node.anyOf ?? [node];
}
