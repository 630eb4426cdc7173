import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../command.ts';
import { writeWhole } from '../output/output-file.ts';
import { DataFolderError } from '../run/folder/data-folder.ts';
import type { Aws } from './request.ts';

/** A deployed stack and its outputs. */
export type Deployment = {
  stack: string;
  region: string;
  /** Account of the stack; absent in files of earlier versions. */
  account?: string;
  /** By name: `ApiUrl`, `RawBucket`, `DataBucket` … */
  outputs: Record<string, string>;
  /** Options of the last deployment from this folder; absent if it was not deployed from here. */
  context?: Record<string, string>;
};

export const DEFAULT_STACK = 'Thresher';

/** File in the data folder that keeps the outputs, which saves requests to the account. */
const deploymentFile = (dir: string, stack: string) => join(dir, 'aws', `${stack}.json`);

/** Temporary file that `cdk deploy` writes the outputs to. */
export const outputsFile = (dir: string, stack: string) => join(dir, 'aws', `${stack}.outputs.json`);

/**
 * Saves a deployment from the outputs file of `cdk deploy`.
 *
 * @throws Error if the file has no outputs of this stack; DataFolderError if it is damaged
 */
export async function saveDeployment(
  dir: string,
  { stack, region, account, context }: Omit<Deployment, 'outputs'>,
): Promise<Deployment> {
  const written = await readJson<Record<string, Deployment['outputs']>>(
    outputsFile(dir, stack),
    'run `thresher deploy` again',
  );
  const outputs = written[stack];
  if (!outputs) throw new Error(`cdk deploy wrote no outputs of stack ${stack} to ${outputsFile(dir, stack)}`);
  const deployment: Deployment = { stack, region, ...(account && { account }), outputs, ...(context && { context }) };
  await writeDeployment(dir, deployment);
  await rm(outputsFile(dir, stack));
  return deployment;
}

async function writeDeployment(dir: string, deployment: Deployment): Promise<void> {
  await mkdir(join(dir, 'aws'), { recursive: true });
  await writeWhole(deploymentFile(dir, deployment.stack), Buffer.from(`${JSON.stringify(deployment, null, 2)}\n`));
}

/**
 * Reads the current outputs of a stack from the account and saves them, because the stack may have been deleted and
 * deployed again from another folder. The saved options of the stack are kept.
 *
 * @throws as `fetchDeployment` and `refuseOtherAccount`; the saved file is then unchanged
 */
export async function refreshDeployment(dir: string, noted: Deployment, aws: Aws): Promise<Deployment> {
  const { outputs, account } = await fetchDeployment(aws, noted.stack);
  await refuseOtherAccount(dir, noted.stack, account);
  const renewed = { ...noted, ...(account && { account }), outputs };
  await writeDeployment(dir, renewed);
  return renewed;
}

/** Deletes what a data folder stores of a stack. No error if it stores nothing. */
export async function forgetDeployment(dir: string, stack: string): Promise<void> {
  await rm(deploymentFile(dir, stack), { force: true });
}

/** Returns the named stack, the only one deployed from this folder, or the default name. */
export function resolveStackName(dir: string, named: string | undefined): string {
  if (named !== undefined) return named;
  const folder = join(dir, 'aws');
  const noted = existsSync(folder)
    ? readdirSync(folder).flatMap((name) => /^([\w-]+)\.json$/.exec(name)?.[1] ?? [])
    : [];
  if (noted.length > 1)
    throw new UsageError(`${dir} has several stacks; select one with --stack (${noted.join(', ')})`);
  return noted[0] ?? DEFAULT_STACK;
}

/**
 * Loads a saved deployment.
 *
 * @returns undefined if the stack was not deployed from this folder, or only in another region than `region`
 * @throws DataFolderError if the file is empty or damaged
 */
export async function loadDeployment(
  dir: string,
  stack: string,
  region: string | undefined,
): Promise<Deployment | undefined> {
  if (!existsSync(deploymentFile(dir, stack))) return undefined;
  const file = deploymentFile(dir, stack);
  const noted = await readJson<Deployment>(
    file,
    `delete it and add --region REGION, so that the stack is read from the account, or run \`thresher deploy\` again`,
  );
  return region === undefined || region === noted.region ? noted : undefined;
}

/**
 * Compares the account of the credentials with that of the saved deployment, in any Region.
 *
 * @param account undefined: unknown, which is not refused
 * @throws UsageError if the folder keeps a deployment of this stack in another account
 */
export async function refuseOtherAccount(dir: string, stack: string, account: string | undefined): Promise<void> {
  const saved = (await loadDeployment(dir, stack, undefined))?.account;
  if (saved === undefined || account === undefined || saved === account) return;
  throw new UsageError(
    `stack ${stack} of the folder ${dir} is in account ${saved}, but the credentials are of account ${account}`,
    `use the credentials of ${saved}, give another folder with --dir, or remove ${deploymentFile(dir, stack)}`,
  );
}

/** @param todo what to do about a damaged file @throws DataFolderError naming the file */
async function readJson<T extends object>(file: string, todo: string): Promise<T> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof value === 'object' && value !== null) return value as T;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DataFolderError(`${file} is empty or damaged; ${todo}`);
}

/**
 * Reads the deployment from the account.
 *
 * @throws UsageError if the stack does not exist or is not Thresher
 */
export async function fetchDeployment(aws: Aws, stack: string): Promise<Deployment> {
  // The SDK clients are loaded on demand, so that local commands start without them.
  const { describeStack } = await import('./services.ts');
  const found = await describeStack(aws, stack);
  if (!found)
    throw new UsageError(
      `there is no stack ${stack} in ${aws.region}; select one with --stack and --region, or run \`thresher deploy\``,
    );
  if (!found.outputs['ApiUrl'])
    throw new UsageError(
      `stack ${stack} in ${aws.region} is ${found.status} and has no ApiUrl: it is not a complete deployment of Thresher`,
    );
  const { account, outputs } = found;
  return { stack, region: aws.region, ...(account && { account }), outputs };
}
