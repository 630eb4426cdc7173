import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, type ExitCode, UsageError } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';
import type { RunCdk } from './cdk.ts';
import { confirm } from './confirm.ts';
import { contextArguments, requestedConcurrency, type StackContext } from './context.ts';
import { type Deployment, outputsFile, saveDeployment } from './deployment.ts';
import { ServiceError } from './error.ts';
import { fitConcurrency } from './fit-concurrency.ts';
import type { Aws } from './request.ts';
import { describeSearchCost } from './search-costs.ts';
import { fetchAccountId, fetchConcurrencyQuota, isBootstrapped } from './services.ts';

export type DeployTools = { aws: Aws; cdk: RunCdk; terminal: Terminal; dir: string; yes: boolean };

/**
 * Puts the stack into the account: room for its functions first, then the CDK's own bucket and roles, then the stack.
 *
 * @returns the exit code when it did not come to that.
 */
export async function deployStack(context: StackContext, by: DeployTools): Promise<Deployment | ExitCode> {
  const { aws, terminal, dir } = by;
  const stack = context['stackName']!;
  const account = await fetchAccountId(aws);
  const fitted = await fitContext(context, by);
  const bootstrapped = await isBootstrapped(aws);

  terminal.err(
    `Stack ${stack} in account ${account}, ${aws.region}: ${describeSearchCost(fitted['search'] ?? 'domain')}.`,
  );
  if (!bootstrapped)
    terminal.err('The CDK is not set up there yet: its bucket and roles (stack CDKToolkit) come first.');
  if (!by.yes && !(await confirm('Deploy it?', terminal))) {
    terminal.err('thresher deploy: nothing was done; --yes goes on without asking');
    return EXIT.usage;
  }

  const env = { ...terminal.env, AWS_REGION: aws.region };
  if (!bootstrapped) {
    const code = await by.cdk(['bootstrap', `aws://${account}/${aws.region}`, ...contextArguments(fitted)], env);
    if (code !== 0) return reportCdkFailure('bootstrap', code, terminal);
  }
  const outputs = resolve(outputsFile(dir, stack));
  await mkdir(dirname(outputs), { recursive: true });
  // What it may do was shown and agreed to above: the CDK need not ask again.
  const never = ['--require-approval', 'never'];
  const code = await by.cdk(['deploy', stack, ...never, '--outputs-file', outputs, ...contextArguments(fitted)], env);
  return code === 0
    ? saveDeployment(dir, { stack, region: aws.region, context })
    : reportCdkFailure('deploy', code, terminal);
}

/** Said by the CDK itself, just above. */
export function reportCdkFailure(verb: string, code: number, { err, interrupt }: Terminal): ExitCode {
  err(`cdk ${verb} ended with ${code}: what it says stands above`);
  return interrupt.aborted ? EXIT.interrupted : EXIT.errors;
}

/** The context with fewer copies of functions where the account has no room for the usual. */
async function fitContext(context: StackContext, { aws, terminal }: DeployTools): Promise<StackContext> {
  const quota = await readQuota(aws, terminal);
  if (quota === undefined) return context;
  const fit = fitConcurrency(quota, requestedConcurrency(context));
  if (fit.kind === 'fits') return context;
  const may = `functions of this account may run ${quota} at once in ${aws.region}`;
  const ask = 'Service Quotas, AWS Lambda, "Concurrent executions" raises that';
  if (fit.kind === 'refused')
    throw new UsageError(
      `${may}, and the stack needs ${fit.needed}: lower maxFetch, maxClean, maxClassify, maxIndex; ${ask}`,
    );
  const lowered = Object.entries(fit.copies).map(([name, copies]) => `${name}=${copies}`);
  terminal.err(`${may}: taking ${lowered.join(', ')}; ${ask}`);
  return { ...context, ...Object.fromEntries(Object.entries(fit.copies).map(([name, n]) => [name, `${n}`])) };
}

/** Not everybody who may deploy may ask for it. */
async function readQuota(aws: Aws, terminal: Terminal): Promise<number | undefined> {
  try {
    return await fetchConcurrencyQuota(aws);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    terminal.err(`going on without knowing how many functions may run at once: ${error.message}`);
    return undefined;
  }
}

/** A new API may take a moment until it knows its routes and who may ask. */
const RETRY = { tries: 6, everyMs: 5_000 };

/** Repeats what a stack that was deployed just now may refuse for a moment. */
export async function retryServiceErrors(work: () => Promise<void>, { tries, everyMs } = RETRY): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError) || tried === tries) throw error;
      await sleep(everyMs);
    }
  }
}
