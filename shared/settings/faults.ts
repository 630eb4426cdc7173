import type { z } from 'zod';
import { nearestWord } from '../text/nearest-word.ts';

/** An error in the settings, with its location. */
export type Fault = {
  /** Keys from the top: `['seeds', 2, 'url']`. Empty for the settings as a whole. */
  path: (string | number)[];
  message: string;
  /** Line in the file, from 1. Absent if the settings are not from a file. */
  line?: number;
};

/** Reports all faults at once, one per line: `crawl.yaml:12: politeness.hostPauseMs: must be …`. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  /** Kind of the error, for programs. It never changes. */
  readonly code = 'ERR_SETTINGS';
  readonly faults: readonly Fault[];
  /** The lines of the message. */
  readonly lines: readonly string[];

  constructor(faults: readonly Fault[], fileName?: string) {
    const lines = faults.map(({ path, message, line }) => {
      const location = fileName ? `${fileName}:${line ?? 1}: ` : '';
      return `${location}${path.join('.') || 'settings'}: ${message}`;
    });
    super(lines.join('\n'));
    this.faults = faults;
    this.lines = lines;
  }
}

type Issue = z.core.$ZodIssue;

/** Number of unknown keys that get a suggestion. Each takes half a millisecond, and requests of programs may have 100,000 keys. */
const MAX_SUGGESTIONS = 100;

/** Converts the issues of a failed validation to faults, with suggestions for unknown keys and, if the issues have the input, for lists. */
export function toFaults(error: z.ZodError, schema: z.ZodType): Fault[] {
  const shape = schema.toJSONSchema({ io: 'input' }) as Node;
  let suggested = 0;
  const describe: DescribeKey = (key, path) =>
    ++suggested > MAX_SUGGESTIONS ? 'unknown' : unknownKey(key, path, shape);
  return error.issues.flatMap((issue) => faultsOfIssue(issue, [], shape, describe));
}

/** Returns the message about an unknown key. */
type DescribeKey = (key: string, path: Fault['path']) => string;

/**
 * Finds keys named `__proto__`. Validation of a map drops them, and merging settings would set the prototype of an object: either
 * way the setting would be ignored without a word.
 */
export function findProtoKeys(given: unknown, path: Fault['path'] = []): Fault[] {
  if (given === null || typeof given !== 'object') return [];
  return Object.entries(given).flatMap(([key, value]) => {
    const at = [...path, key];
    return key === '__proto__' ? [{ path: at, message: 'is not possible' }] : findProtoKeys(value, at);
  });
}

function faultsOfIssue(issue: Issue, above: Fault['path'], shape: Node, describe: DescribeKey): Fault[] {
  const path = [...above, ...(issue.path as (string | number)[])];
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: describe(key, path) }));
  if (issue.code === 'invalid_union') {
    const branch = closest(issue.errors);
    if (branch) return branch.flatMap((inner) => faultsOfIssue(inner, path, shape, describe));
    return [{ path, message: `must be ${issue.message}` }];
  }
  return [{ path, message: `${describeIssue(issue)}${listExample(issue, path, shape)}` }];
}

/** A text that can be repeated in a message of one line. */
const SHORT_TEXT = /^\P{C}{1,80}$/u;

/** Returns how to write a text as the list that is wanted: `, such as ['*.pdf']`. Empty if the value is no text or has only commas, or the list has no texts. */
function listExample(issue: Issue, path: Fault['path'], shape: Node): string {
  const { input } = issue;
  if (issue.code !== 'invalid_type' || issue.expected !== 'array') return '';
  if (typeof input !== 'string' || !SHORT_TEXT.test(input)) return '';
  const hasTexts = nodesAt(shape, path).some(
    ({ items }) => items && kinds(items).some(({ type }) => type === 'string'),
  );
  const texts = textsOf(input).map((text) => `'${text.replaceAll("'", "''")}'`);
  return hasTexts && texts.length > 0 ? `, such as [${texts.join(', ')}]` : '';
}

/** Splits a text at commas before blanks, without empty parts. A comma in a pattern (`/x{1, 2}/`) or in brackets divides nothing. */
function textsOf(input: string): string[] {
  const parts = input.split(/,(?:\s+|$)/).filter((part) => part.trim() !== '');
  return parts.some((part) => part.startsWith('/') || !isBalanced(part)) ? [input] : parts;
}

const BRACKETS = ['()', '[]', '{}'] as const;

/** Whether a text has as many closing brackets of each kind as opening ones. */
const isBalanced = (text: string): boolean =>
  BRACKETS.every(([open, close]) => text.split(open!).length === text.split(close!).length);

/** Returns the issues of the union member that the value was probably meant to be: right type and fewest issues. */
function closest(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const fitting = branches.filter((issues) => !issues.some((i) => i.path.length === 0 && i.code === 'invalid_type'));
  const [best, next] = fitting.sort((a, b) => weight(a) - weight(b));
  return best && next && weight(best) === weight(next) ? undefined : best;
}

function weight(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length * 2 : 1), 0);
}

function describeIssue(issue: Issue): string {
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) return 'is missing';
  if (issue.code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`;
  if (issue.code === 'too_small' && issue.origin === 'array' && issue.message.startsWith('Too small'))
    return `must have at least ${issue.minimum} ${issue.minimum === 1 ? 'entry' : 'entries'}`;
  if (issue.code === 'too_small' && issue.origin !== 'array') return `must be at least ${issue.minimum}${unit(issue)}`;
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}${unit(issue)}`;
  if (issue.code === 'invalid_key' && issue.issues[0]) return describeIssue(issue.issues[0]);
  // Patterns name what they stand for: `a region, such as eu-north-1`.
  if (issue.code === 'invalid_format') return /^must /.test(issue.message) ? issue.message : `must be ${issue.message}`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  return issue.message;
}

function unit(issue: { origin: string }): string {
  return issue.origin === 'string' ? ' characters long' : '';
}

const KINDS: Record<string, string> = {
  int: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of settings',
  record: 'a map',
};

/** Names that other crawlers use for a setting. They count at the top and in the group of the setting. */
const COMMON_SYNONYMS = new Map([
  ['depth', 'limits.maxDepth'],
  ['delay', 'politeness.hostPauseMs'],
  ['include', 'allow'],
  ['name', 'crawl'],
  ['converters', 'documents.programs'],
  ['category', 'search.menus.class'],
  ['timeout', 'limits.fetchTimeoutMs'],
  ['bandwidth', 'fetch.maxBytesPerSecond'],
  ['limitRate', 'fetch.maxBytesPerSecond'],
  ['urls', 'seeds'],
  ['startUrls', 'seeds'],
  ['start_urls', 'seeds'],
  ['allowed_domains', 'scope'],
  ['disallow', 'exclude'],
  ['deny', 'exclude'],
  ['obey', 'robots.ignore'],
  ['threads', 'concurrency'],
  ['workers', 'concurrency'],
  ['headers', 'fetch.headers'],
  ['auth', 'fetch.credentials'],
  ['javascript', 'rendering'],
]);

type Node = {
  type?: string;
  properties?: Record<string, Node>;
  /** The keys of a map, if they are limited. */
  propertyNames?: { enum?: string[] };
  items?: Node;
  anyOf?: Node[];
};

function unknownKey(key: string, path: Fault['path'], shape: Node): string {
  const here = nodesAt(shape, path);
  const owners = here.filter(({ properties = {} }) => Object.hasOwn(properties, key));
  if (owners.length > 0) return `does not fit the other keys; it belongs to ${owners.map(nameOfKind).join(' or ')}`;
  const mapKeys = here.flatMap(({ propertyNames }) => propertyNames?.enum ?? []);
  if (mapKeys.length > 0) return `unknown; must be one of ${mapKeys.join(', ')}`;
  const keys = here.flatMap((node) => Object.keys(node.properties ?? {}));
  const synonym = COMMON_SYNONYMS.get(key);
  const isAtTarget = path.length === 0 || synonym?.startsWith(`${path[0]}.`);
  const suggestion = (isAtTarget ? synonym : undefined) ?? nearestWord(key, keys) ?? nearestWord(key, everyKey(shape));
  return suggestion ? `unknown; did you mean ${suggestion}?` : 'unknown';
}

/** Names a member of a union by its first key, as the rows of `topic.filters` are named. */
const nameOfKind = ({ properties = {} }: Node): string => `{${Object.keys(properties)[0]}}`;

/** Returns the schemas of the value at a path: several if it is a union. */
function nodesAt(shape: Node, path: Fault['path']): Node[] {
  let nodes = [shape];
  for (const step of path)
    nodes = nodes
      .flatMap(kinds)
      .flatMap((node) => (typeof step === 'number' ? node.items : ownProperty(node, step)) ?? []);
  return nodes.flatMap(kinds);
}

/** Looks the key up in the object itself: `constructor` is a property of every prototype. */
const ownProperty = ({ properties = {} }: Node, key: string): Node | undefined =>
  Object.hasOwn(properties, key) ? properties[key] : undefined;

function everyKey(shape: Node): string[] {
  return Object.entries(shape.properties ?? {}).flatMap(([key, node]) => [
    key,
    ...Object.keys(node.properties ?? {}).map((inner) => `${key}.${inner}`),
  ]);
}

function kinds(node: Node): Node[] {
  return node.anyOf ?? [node];
}
