import { DEFAULT_DIR, UsageError } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';
import { type Deployment, fetchDeployment, loadDeployment, refreshDeployment, resolveStackName } from './deployment.ts';
import type { Aws } from './request.ts';

/** Options of every command that can go to a stack instead of a data folder. */
export const TARGET_OPTIONS = {
  target: { type: 'string', value: 'SIDE', help: 'local (default): the data folder; aws: a stack in an account' },
  stack: {
    type: 'string',
    value: 'NAME',
    help: 'with --target aws: which stack (default: the one deployed from here)',
  },
  region: { type: 'string', value: 'REGION', help: 'with --target aws: where it is, such as eu-north-1' },
} as const;

export type TargetOptions = {
  target?: string | undefined;
  stack?: string | undefined;
  region?: string | undefined;
  dir?: string | undefined;
};

export type OpenAws = (given: { region: string | undefined; env: Terminal['env'] }) => Promise<Aws>;

/** A stack that can be asked. */
export type Stack = Deployment & {
  aws: Aws;
  /** What the account says of it, noted anew; absent where that has been asked. @throws UsageError, ServiceError */
  refresh?: () => Promise<Deployment>;
};

/** @throws UsageError for another side than the two, or options of the one with the other. */
export function isAws({ target, stack, region }: TargetOptions): boolean {
  if (target === 'aws') return true;
  if (target !== undefined && target !== 'local') throw new UsageError(`--target: ${target}: must be local or aws`);
  const alone = stack !== undefined ? 'stack' : region !== undefined ? 'region' : undefined;
  if (alone) throw new UsageError(`--${alone}: goes with --target aws`);
  return false;
}

/** The SDK is loaded here and not before: commands on this machine start without it. */
export const loadAws: OpenAws = async (given) => (await import('./wiring.ts')).openAws(given);

/**
 * Finds the stack: by the note of its deployment in the data folder, or else by asking the account.
 *
 * @throws UsageError, ServiceError
 */
export async function openStack(options: TargetOptions, terminal: Terminal, open: OpenAws = loadAws): Promise<Stack> {
  const dir = options.dir ?? DEFAULT_DIR;
  const name = resolveStackName(dir, options.stack);
  const noted = await loadDeployment(dir, name, options.region);
  const aws = await open({ region: options.region ?? noted?.region, env: terminal.env });
  if (!noted) return { aws, ...(await fetchDeployment(aws, name)) };
  return { aws, ...noted, refresh: () => refreshDeployment(dir, noted, aws) };
}
