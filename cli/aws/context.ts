import {
  findUnknownOptions,
  isContextName,
  REQUESTED_OPTIONS,
  readContext,
} from '../../shared/settings/stack/context.ts';
import type { DeploymentSettings } from '../../shared/settings/stack/deployment.ts';
import { splitList } from '../../shared/settings/stack/split-list.ts';
import { UsageError } from '../command.ts';
import { DEFAULT_CONCURRENCY, type FunctionConcurrency } from './fit-concurrency.ts';
import { mergePlugins } from './stack-plugins.ts';

/** Options of the stack by name, as CDK context. */
export type StackContext = Record<string, string>;

export type ContextOptions = { stack?: string; search?: string; context?: string[] };

/** Returns the stack that the command line or the crawl.yaml names. */
export const givenStackName = (settings: DeploymentSettings, options: ContextOptions): string | undefined =>
  options.stack || parseContext(options)['stackName'] || settings.stackName;

/**
 * Merges the stack's options. Command options override `-c`, `-c` overrides the crawl.yaml, and the crawl.yaml
 * overrides the options of the last deployment, so that an update does not change the search engine. Saved options that
 * no longer exist are dropped.
 *
 * @param before options of the last deployment, and the name of the stack
 * @param isPartial whether `before` is not known yet: combinations of options are not checked
 * @throws UsageError for a `-c` without a value or with an unknown name, for invalid values and combinations, and for
 *     plug-ins that cannot be deployed
 */
export function buildStackContext(
  settings: DeploymentSettings & { plugins?: string },
  options: ContextOptions,
  before: StackContext,
  isPartial = false,
): StackContext {
  const { region: _, ...ofFile } = settings;
  // Secrets accumulate, because existing crawls still need theirs. Only `-c secrets=…` and `-c alertSecrets=…` remove some.
  const accumulated = ['secrets', 'alertSecrets'] as const;
  const secrets = accumulated.flatMap((name) => {
    const all = new Set([...splitList(before[name]), ...splitList(settings[name])]);
    return all.size > 0 ? [[name, [...all].join(',')]] : [];
  });
  const given = parseContext(options);
  const unknown = findUnknownOptions(Object.keys(given));
  if (unknown.length > 0) throw new UsageError(...unknown.map((message) => `-c: ${message}`));
  const saved = Object.fromEntries(Object.entries(before).filter(([name]) => isContextName(name)));
  const plugins = mergePlugins({ saved: before['plugins'], crawl: settings.plugins, option: given['plugins'] });
  const named = {
    ...(options.stack && { stackName: options.stack }),
    ...(options.search && { search: options.search }),
  };
  const all = Object.entries({
    ...saved,
    ...ofFile,
    ...Object.fromEntries(secrets),
    ...given,
    ...(plugins !== undefined && { plugins }),
    ...named,
  });
  const context = Object.fromEntries(all.map(([name, value]) => [name, `${value}`]));
  const { errors } = readContext(context, isPartial);
  if (errors.length > 0) throw new UsageError(...errors.map((message) => `stack option ${message}`));
  return context;
}

const parseContext = ({ context = [] }: ContextOptions): StackContext =>
  Object.fromEntries(context.map(parseContextOption));

function parseContextOption(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`-c: ${text}: must be NAME=VALUE, such as maxFetch=10`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Returns the concurrency options that the context sets explicitly. */
export function requestedConcurrency(context: StackContext): Partial<FunctionConcurrency> {
  const names = Object.keys(DEFAULT_CONCURRENCY) as (keyof FunctionConcurrency)[];
  return Object.fromEntries(names.filter((name) => name in context).map((name) => [name, Number(context[name])]));
}

/** Formats the options as they were requested as arguments of `cdk`: the stack keeps them in its metadata. */
export const requestedArguments = (context: StackContext): string[] => [
  '-c',
  `${REQUESTED_OPTIONS}=${JSON.stringify(context)}`,
];

/** Formats the context as arguments of `cdk`. */
export function contextArguments(context: StackContext): string[] {
  return Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
