import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../command.ts';
import type { Aws } from './request.ts';

/** A stack that is there, as its outputs tell of it. */
export type Deployment = {
  stack: string;
  region: string;
  /** By name: `ApiUrl`, `RawBucket`, `DataBucket` … */
  outputs: Record<string, string>;
  /** What it was told when it was deployed from here; absent: it was not. */
  context?: Record<string, string>;
};

export const DEFAULT_STACK = 'Thresher';

/** Kept in the data folder, so that nobody needs to be asked for an address again. */
const deploymentFile = (dir: string, stack: string) => join(dir, 'aws', `${stack}.json`);

/** Where `cdk deploy` puts what it knows, until it is noted. */
export const outputsFile = (dir: string, stack: string) => join(dir, 'aws', `${stack}.outputs.json`);

/**
 * Notes a deployment from what `cdk deploy` wrote.
 *
 * @throws Error when it wrote nothing of this stack.
 */
export async function saveDeployment(
  dir: string,
  { stack, region, context }: Omit<Deployment, 'outputs'>,
): Promise<Deployment> {
  const written = JSON.parse(await readFile(outputsFile(dir, stack), 'utf8')) as Record<string, Deployment['outputs']>;
  const outputs = written[stack];
  if (!outputs) throw new Error(`cdk told no outputs of ${stack}`);
  const deployment: Deployment = { stack, region, outputs, ...(context && { context }) };
  await writeDeployment(dir, deployment);
  await rm(outputsFile(dir, stack));
  return deployment;
}

async function writeDeployment(dir: string, deployment: Deployment): Promise<void> {
  await mkdir(join(dir, 'aws'), { recursive: true });
  await writeFile(deploymentFile(dir, deployment.stack), `${JSON.stringify(deployment, null, 2)}\n`);
}

/**
 * Asks the account for the outputs of a stack whose note may be old, as it was taken away and made again from elsewhere, and
 * notes them. What the stack was told stays noted.
 *
 * @throws as `describedDeployment`, and leaves the note as it is then.
 */
export async function refreshDeployment(dir: string, noted: Deployment, aws: Aws): Promise<Deployment> {
  const { outputs } = await fetchDeployment(aws, noted.stack);
  const renewed = { ...noted, outputs };
  await writeDeployment(dir, renewed);
  return renewed;
}

export async function forgetDeployment(dir: string, stack: string): Promise<void> {
  await rm(deploymentFile(dir, stack), { force: true });
}

/** The stack that is meant: the one named, or the only one that was deployed from this folder. */
export function resolveStackName(dir: string, named: string | undefined): string {
  if (named !== undefined) return named;
  const folder = join(dir, 'aws');
  const noted = existsSync(folder)
    ? readdirSync(folder).flatMap((name) => /^([\w-]+)\.json$/.exec(name)?.[1] ?? [])
    : [];
  if (noted.length > 1)
    throw new UsageError(`${dir} knows several stacks: name one with --stack (${noted.join(', ')})`);
  return noted[0] ?? DEFAULT_STACK;
}

/** @returns undefined when nothing was deployed from this folder, or only in another region than `region`. */
export async function loadDeployment(
  dir: string,
  stack: string,
  region: string | undefined,
): Promise<Deployment | undefined> {
  if (!existsSync(deploymentFile(dir, stack))) return undefined;
  const noted = JSON.parse(await readFile(deploymentFile(dir, stack), 'utf8')) as Deployment;
  return region === undefined || region === noted.region ? noted : undefined;
}

/** Asks the account. @throws UsageError when there is no such stack, or it is no Thresher. */
export async function fetchDeployment(aws: Aws, stack: string): Promise<Deployment> {
  // Its reader of XML is a package more, which commands on this machine need not load.
  const { describeStack } = await import('./services.ts');
  const found = await describeStack(aws, stack);
  if (!found)
    throw new UsageError(
      `there is no stack ${stack} in ${aws.region}: name it with --stack and --region, or \`thresher deploy\` makes it`,
    );
  if (!found.outputs['ApiUrl'])
    throw new UsageError(
      `the stack ${stack} in ${aws.region} is ${found.status} and has no ApiUrl: it is no finished deployment of Thresher`,
    );
  return { stack, region: aws.region, outputs: found.outputs };
}
