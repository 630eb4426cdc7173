import { DEFAULT_DIR, UsageError } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';
import { type Deployment, fetchDeployment, loadDeployment, refreshDeployment, resolveStackName } from './deployment.ts';
import type { Aws } from './request.ts';

/** Options of every command that can target a data folder or a stack. */
export const TARGET_OPTIONS = {
  target: { type: 'string', value: 'TARGET', help: 'local (default): a data folder; aws: a stack in an AWS account' },
  stack: {
    type: 'string',
    value: 'NAME',
    help: 'with --target aws: name of the stack (default: the one deployed from this folder)',
  },
  region: { type: 'string', value: 'REGION', help: 'with --target aws: AWS region, such as eu-north-1' },
} as const;

/** Parsed values of `TARGET_OPTIONS`, and the data folder that knows the stack. Absent: not given. */
export type TargetOptions = {
  target?: string | undefined;
  stack?: string | undefined;
  region?: string | undefined;
  dir?: string | undefined;
};

/** Opens the AWS clients. Tests pass their own. */
export type OpenAws = (given: { region: string | undefined; env: Terminal['env'] }) => Promise<Aws>;

/** A deployed stack and access to it. */
export type Stack = Deployment & {
  aws: Aws;
  /**
   * Reads the deployment from the account again and saves it. Absent if this `Stack` was just read from the account.
   *
   * @throws UsageError, ServiceError
   */
  refresh?: () => Promise<Deployment>;
};

/**
 * Returns whether the command targets a stack in AWS.
 *
 * @throws UsageError for an unknown target, or for --stack or --region without `--target aws`
 */
export function targetsAws({ target, stack, region }: TargetOptions): boolean {
  if (target === 'aws') return true;
  if (target !== undefined && target !== 'local') throw new UsageError(`--target: ${target}: must be local or aws`);
  const strayOption = stack !== undefined ? 'stack' : region !== undefined ? 'region' : undefined;
  if (strayOption) throw new UsageError(`--${strayOption}: requires --target aws`);
  return false;
}

/** Opens the AWS account. Imports the AWS SDK on demand, since local commands do not need it. */
export const loadAws: OpenAws = async (given) => (await import('./wiring.ts')).openAws(given);

/**
 * Opens the stack. Reads its deployment from the data folder, or from the account if none is saved.
 *
 * @throws UsageError, ServiceError
 */
export async function openStack(options: TargetOptions, terminal: Terminal, open: OpenAws = loadAws): Promise<Stack> {
  const dir = options.dir ?? DEFAULT_DIR;
  const name = resolveStackName(dir, options.stack);
  const saved = await loadDeployment(dir, name, options.region);
  const aws = await open({ region: options.region ?? saved?.region, env: terminal.env });
  if (!saved) return { aws, ...(await fetchDeployment(aws, name)) };
  return { aws, ...saved, refresh: () => refreshDeployment(dir, saved, aws) };
}
