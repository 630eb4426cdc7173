import type { DeploymentSettings } from '../../shared/settings/deployment.ts';
import { UsageError } from '../command.ts';
import { DEFAULT_STACK } from './deployment.ts';
import { DEFAULT_CONCURRENCY, type FunctionConcurrency } from './fit-concurrency.ts';

/** What the stack is told, by the names of its options. What is wrong with a value, the stack itself says. */
export type StackContext = Record<string, string>;

export type ContextOptions = { stack?: string; search?: string; context?: string[] };

/**
 * Options of the command count more than `-c`, that more than the crawl.yaml, and that more than what the stack was told
 * last: who brings it up to date does not mean to change its search engine.
 *
 * @throws UsageError for a `-c` without a value.
 */
export function buildStackContext(
  said: DeploymentSettings & { plugins?: string },
  options: ContextOptions,
  before: StackContext = {},
): StackContext & { stackName: string } {
  const { region: _, ...ofFile } = said;
  // Rights to secrets add up: crawls that are there already still need theirs. Only `-c secrets=…` takes some away.
  const listed = [before['secrets'], said.secrets].flatMap((list) => list?.split(',') ?? []);
  const secrets = new Set(listed.filter(Boolean));
  const given = Object.fromEntries((options.context ?? []).map(parseContextOption));
  const named = {
    ...(options.stack && { stackName: options.stack }),
    ...(options.search && { search: options.search }),
  };
  const all = Object.entries({
    stackName: DEFAULT_STACK,
    ...before,
    ...ofFile,
    ...(secrets.size > 0 && { secrets: [...secrets].join(',') }),
    ...given,
    ...named,
  });
  return Object.fromEntries(all.map(([name, value]) => [name, `${value}`])) as StackContext & { stackName: string };
}

function parseContextOption(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`-c: ${text}: must be a name and a value, such as maxFetch=10`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** How many copies of functions were asked for by name. */
export function requestedConcurrency(context: StackContext): Partial<FunctionConcurrency> {
  const names = Object.keys(DEFAULT_CONCURRENCY) as (keyof FunctionConcurrency)[];
  return Object.fromEntries(names.filter((name) => name in context).map((name) => [name, Number(context[name])]));
}

/** As arguments of `cdk`. */
export function contextArguments(context: StackContext): string[] {
  return Object.entries(context).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
