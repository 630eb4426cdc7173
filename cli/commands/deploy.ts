import type { Settings } from '../../shared/settings/settings.ts';
import { refuseStackAlerts } from '../alerts/refuse-stack-alerts.ts';
import { callAdmin } from '../aws/api.ts';
import { type RunCdk, runCdk } from '../aws/cdk.ts';
import { buildStackContext, givenStackName, type StackContext } from '../aws/context.ts';
import { createCrawlOnStack, readClosedState } from '../aws/create-crawl.ts';
import { deployStack, retryServiceErrors } from '../aws/deploy.ts';
import { DEFAULT_STACK, loadDeployment, resolveStackName } from '../aws/deployment.ts';
import { targetArguments } from '../aws/follow-crawl.ts';
import { moveCrawl } from '../aws/move/move-crawl.ts';
import { readMovedCrawl } from '../aws/move/moved-crawl.ts';
import { printNextSteps } from '../aws/print-next-steps.ts';
import { refuseForStack } from '../aws/refuse-for-stack.ts';
import { requiredOfStack } from '../aws/required-of-stack.ts';
import { localPlugins } from '../aws/stack-plugins.ts';
import { loadAws, type OpenAws, type Stack } from '../aws/target.ts';
import {
  type Command,
  command,
  DEFAULT_DIR,
  DIR_OPTION,
  EXIT,
  type ExitCode,
  NAME_OPTION,
  UsageError,
  type Values,
} from '../command.ts';
import type { Options } from '../help.ts';
import { isCrawlFile, loadCrawlFile } from '../load-crawl.ts';
import { quoteForShell } from '../output/quote-for-shell.ts';
import type { Terminal } from '../output/terminal.ts';

const ABOUT = `Deploys Thresher to an AWS account, or updates an existing stack and keeps its data. With a crawl.yaml it also starts
that crawl. With --from it moves a crawl of this machine to the stack, which continues it. The options of the stack (region, search engine, function concurrency) come from \`aws:\` in the crawl.yaml or
from the command line; docs/aws.md lists them. Options that are not given keep their value. Before it does anything that
costs money, the command shows which options change and asks for confirmation.`;

const OPTIONS = {
  from: {
    type: 'string',
    value: 'DIR',
    help: 'move the crawl of this data folder, with its URLs, archive and records; with a crawl.yaml, it gets those settings',
  },
  name: { ...NAME_OPTION, help: 'with --from: name of the crawl, if the folder has more than one' },
  stack: {
    type: 'string',
    value: 'NAME',
    help: 'name of the stack (default: the one deployed from this folder; with a crawl.yaml, or if there is none: Thresher)',
  },
  region: {
    type: 'string',
    value: 'REGION',
    help: 'AWS region, such as eu-north-1 (default: AWS_REGION, or that of the AWS profile)',
  },
  search: { type: 'string', value: 'KIND', help: 'search engine: domain (default), serverless, external or none' },
  context: {
    type: 'string',
    multiple: true,
    short: 'c',
    value: 'NAME=VALUE',
    help: 'set another option of the stack (docs/aws.md)',
  },
  yes: { type: 'boolean', short: 'y', help: 'do not ask for confirmation' },
  'delete-search': {
    type: 'boolean',
    help: 'with --yes: deploy also if this deletes the search engine of the stack with its indexes, or may do so',
  },
  dir: { ...DIR_OPTION, help: 'folder that keeps the outputs of the stack (default: .thresher)' },
} as const satisfies Options;

const EXAMPLES: [string, string][] = [
  ['thresher deploy crawl.yaml', 'Deploy the stack and start a crawl in it'],
  [
    'thresher deploy --stack Plants --search none --region eu-north-1',
    'Deploy an archive without search and without a crawl',
  ],
  ['thresher deploy --from .thresher', 'Move the crawl of this folder to a stack, and continue it there'],
  [
    'thresher deploy crawl.yaml -c maxFetch=40 -c alarmEmail=me@example.org --yes',
    'Deploy with more fetch workers and alarm mails, from a script',
  ],
];

export type DeployDependencies = { openAws: OpenAws; cdk: RunCdk };

/**
 * Creates the command.
 *
 * @param dependencies access to AWS and the CDK; tests pass their own
 */
export function createDeployCommand(dependencies: DeployDependencies): Command {
  return command({
    name: 'deploy',
    usage: [
      '[crawl.yaml] [--from DIR [--name NAME]] [--stack NAME] [--region REGION] [--search KIND] [-c NAME=VALUE …] [--yes [--delete-search]]',
    ],
    about: ABOUT,
    options: OPTIONS,
    examples: EXAMPLES,
    run: ({ operands, options }, terminal) => deploy(operands, options, terminal, dependencies),
  });
}

async function deploy(
  operands: readonly string[],
  options: Values<typeof OPTIONS>,
  terminal: Terminal,
  { openAws, cdk }: DeployDependencies,
): Promise<ExitCode> {
  const { dir = DEFAULT_DIR, from, name, yes = false, 'delete-search': deleteSearch = false } = options;
  if (name !== undefined && from === undefined) throw new UsageError('--name: requires --from');
  const operand = await loadOperand(operands);
  const moved = from === undefined ? undefined : await readMovedCrawl(from, name, operand);
  const settings = moved?.settings ?? operand;
  const given = requiredOfStack(settings);
  const stackName = givenStackName(given, options) ?? (settings ? DEFAULT_STACK : resolveStackName(dir, undefined));
  const saved = await loadDeployment(dir, stackName, options.region ?? given.region);
  const aws = await openAws({ region: options.region ?? given.region ?? saved?.region, env: terminal.env });
  const contextAfter = (last: StackContext | undefined) => {
    const context = buildStackContext(given, options, {
      ...last,
      ...(last?.['plugins'] && { plugins: localPlugins(last['plugins'], saved?.context?.['plugins']) }),
      stackName,
    });
    if (settings) refuseForStack(settings);
    if (settings) refuseStackAlerts(settings, context['search']);
    return context;
  };
  // Reports invalid options before the first request. The stack may have those that complete them.
  buildStackContext(given, options, { stackName }, true);
  const tools = { aws, cdk, terminal, dir, yes, deleteSearch };
  const deployed = await deployStack({ stack: stackName, saved: saved?.context, contextAfter }, tools);
  if (typeof deployed === 'number') return deployed;
  const stack = { ...deployed, aws };
  if (moved) {
    await retryServiceErrors(() => callAdmin(stack, { action: 'list' }));
    if (!(await moveCrawl(stack, moved, terminal))) return interruptedMove(moved.dir, terminal);
  }
  const starts =
    settings && (moved?.state === 'open' || (await retryServiceErrors(() => startCrawl(stack, settings, terminal))));
  printNextSteps(deployed, starts ? settings.crawl : undefined, terminal);
  return EXIT.done;
}

export const deployCommand = createDeployCommand({ openAws: loadAws, cdk: runCdk });

function interruptedMove(dir: string, { err }: Terminal): ExitCode {
  err(
    `the crawl is paused in the stack until it is moved completely; repeat the command, which continues with --from ${quoteForShell(dir)}`,
  );
  return EXIT.interrupted;
}

/**
 * Creates or continues the crawl. A crawl that a user paused or stopped stays so: deploying does not resume it.
 *
 * @returns whether the crawl runs
 */
async function startCrawl(stack: Stack, settings: Settings, terminal: Terminal): Promise<boolean> {
  const { crawl } = settings;
  const closed = await readClosedState(stack, crawl);
  if (closed === undefined) {
    await createCrawlOnStack(stack, settings, terminal);
    return true;
  }
  terminal.err(
    `crawl ${crawl} is ${closed} and stays so; open it with: npx thresher resume ${targetArguments(stack, crawl)}`,
  );
  return false;
}

async function loadOperand(operands: readonly string[]): Promise<Settings | undefined> {
  const [file, ...more] = operands;
  if (file === undefined) return undefined;
  if (more.length > 0 || !isCrawlFile(file))
    throw new UsageError('thresher deploy: give one crawl.yaml (to start its crawl), or no argument');
  return loadCrawlFile(file);
}
