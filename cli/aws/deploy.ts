import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, type ExitCode, UsageError } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';
import type { RunCdk } from './cdk.ts';
import { confirm } from './confirm.ts';
import { contextArguments, requestedArguments, requestedConcurrency, type StackContext } from './context.ts';
import { compareContexts } from './context-changes.ts';
import { type Deployment, outputsFile, refuseOtherAccount, saveDeployment } from './deployment.ts';
import { ServiceError } from './error.ts';
import { fitConcurrency } from './fit-concurrency.ts';
import { type LastOptions, readLastOptions } from './last-options.ts';
import type { Aws } from './request.ts';
import { describeSearchCost } from './search-costs.ts';

export type DeployTools = {
  aws: Aws;
  cdk: RunCdk;
  terminal: Terminal;
  dir: string;
  /** Deploys without a question. */
  yes: boolean;
  /** Allows `yes` to delete the search engine, or to replace options that are unknown. */
  deleteSearch: boolean;
};

/** Option of the CDK: the qualifier of the bootstrap that a stack uses. */
const QUALIFIER = '@aws-cdk/core:bootstrapQualifier';

/** A stack and its options. */
export type StackPlan = {
  stack: string;
  /** Options of the last deployment from this folder; undefined: there was none. */
  saved: StackContext | undefined;
  /** Returns the options to deploy. @param last those of the last deployment; undefined: none are known */
  contextAfter: (last: StackContext | undefined) => StackContext;
};

/**
 * Deploys the stack: checks the concurrency quota, bootstraps the CDK if needed, and runs `cdk deploy`.
 *
 * @returns the deployment, or an exit code if the user declined or the CDK failed
 */
export async function deployStack(
  { stack, saved, contextAfter }: StackPlan,
  by: DeployTools,
): Promise<Deployment | ExitCode> {
  const { aws, terminal, dir } = by;
  // The SDK clients are loaded on demand.
  const { fetchAccountId, isBootstrapped } = await import('./services.ts');
  const account = await fetchAccountId(aws);
  await refuseOtherAccount(dir, stack, account);
  const last = await readLastOptions(aws, stack, saved, terminal);
  const context = contextAfter(last.context);
  const fitted = await fitContext(context, by);
  const qualifier = context[QUALIFIER];
  const bootstrapped = await isBootstrapped(aws, qualifier);
  // In the toolkit stack of the default name, another qualifier would replace the resources that other stacks use.
  if (!bootstrapped && qualifier !== undefined)
    throw new UsageError(
      `the CDK is not bootstrapped in ${aws.region} with the qualifier ${qualifier}; run \`npx cdk bootstrap --qualifier ${qualifier} --toolkit-stack-name NAME\` once`,
    );

  terminal.err(
    `Stack ${stack} in account ${account}, ${aws.region}: ${describeSearchCost(fitted['search'] ?? 'domain')}.`,
  );
  if (!bootstrapped)
    terminal.err('The CDK is not bootstrapped there yet; this also creates its bucket and roles (stack CDKToolkit).');
  if (!(await confirmChanges(context, last, by))) return EXIT.usage;

  const env = { ...terminal.env, AWS_REGION: aws.region };
  if (!bootstrapped) {
    const code = await by.cdk(['bootstrap', `aws://${account}/${aws.region}`, ...contextArguments(fitted)], env);
    if (code !== 0) return reportCdkFailure('bootstrap', code, terminal);
  }
  const outputs = resolve(outputsFile(dir, stack));
  await mkdir(dirname(outputs), { recursive: true });
  // The user confirmed above, so the CDK does not ask again.
  const never = ['--require-approval', 'never'];
  const options = [...requestedArguments(context), ...contextArguments(fitted)];
  const code = await by.cdk(['deploy', stack, ...never, '--outputs-file', outputs, ...options], env);
  return code === 0
    ? saveDeployment(dir, { stack, region: aws.region, account, context })
    : reportCdkFailure('deploy', code, terminal);
}

/** Prints what changes, and asks. `--yes` answers for everything but the deletion of a search engine, which unknown options may mean. */
async function confirmChanges(context: StackContext, last: LastOptions, by: DeployTools): Promise<boolean> {
  const { terminal, yes, deleteSearch } = by;
  const { lines, deletesEngine } = compareContexts(last.context ?? context, context);
  for (const line of [...lines, ...(last.isUnknown ? unknownOptionLines(context) : [])]) terminal.err(line);
  const mustAsk = (deletesEngine || last.isUnknown) && !deleteSearch;
  if (yes && !mustAsk) return true;
  const question = deletesEngine && !deleteSearch ? 'Deploy it and delete the search engine?' : 'Deploy it?';
  if (!yes && (await confirm(question, terminal))) return true;
  const flags = mustAsk ? '--yes with --delete-search' : '--yes';
  terminal.err(`thresher deploy: not confirmed, nothing was deployed (${flags} skips the question)`);
  return false;
}

/** Says what happens to a stack that was deployed from another folder and does not name its options. */
const unknownOptionLines = (context: StackContext): string[] => [
  'The options of the last deployment of this stack are unknown. All that are not given get their default values:',
  ...Object.entries({ search: 'domain', ...context }).map(([name, value]) => `  ${name}: ${value}`),
  'This deletes the search engine of the stack with its indexes if it has another one.',
];

/** Reports that the CDK failed. The CDK has printed the reason. */
export function reportCdkFailure(verb: string, code: number, { err, interrupt }: Terminal): ExitCode {
  err(`cdk ${verb} failed with exit code ${code}; its output is above`);
  return interrupt.aborted ? EXIT.interrupted : EXIT.errors;
}

/** Lowers the concurrency of functions if the account's quota is too small for the defaults. */
async function fitContext(context: StackContext, { aws, terminal }: DeployTools): Promise<StackContext> {
  const quota = await readQuota(aws, terminal);
  if (quota === undefined) return context;
  const fit = fitConcurrency(quota, requestedConcurrency(context));
  if (fit.kind === 'fits') return context;
  const may = `this account may run ${quota} function instances at once in ${aws.region}`;
  const advice = 'request more at Service Quotas, AWS Lambda, "Concurrent executions"';
  if (fit.kind === 'refused')
    throw new UsageError(
      `${may}, and the stack needs ${fit.needed}; lower maxFetch, maxClean, maxClassify or maxIndex, or ${advice}`,
    );
  const lowered = Object.entries(fit.copies).map(([name, copies]) => `${name}=${copies}`);
  terminal.err(`${may}, so the stack gets ${lowered.join(', ')}; ${advice}`);
  return { ...context, ...Object.fromEntries(Object.entries(fit.copies).map(([name, n]) => [name, `${n}`])) };
}

/**
 * Reads the concurrency quota. The credentials may allow a deployment but not this.
 *
 * @returns undefined if the quota cannot be read
 */
async function readQuota(aws: Aws, terminal: Terminal): Promise<number | undefined> {
  try {
    const { fetchConcurrencyQuota } = await import('./services.ts');
    return await fetchConcurrencyQuota(aws);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    terminal.err(`continuing without the concurrency quota of the account: ${error.message}`);
    return undefined;
  }
}

/** A new API may take some seconds until its routes and permissions work. */
const RETRY = { tries: 6, everyMs: 5_000 };

/** Retries `work` while a newly deployed stack answers with service errors. */
export async function retryServiceErrors<T>(work: () => Promise<T>, { tries, everyMs } = RETRY): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError) || tried === tries) throw error;
      await sleep(everyMs);
    }
  }
}
