import { spawn } from 'node:child_process';
import { UsageError } from '../command.ts';

/** Zebra could not write a database. */
export class ZebraError extends Error {
  override readonly name = 'ZebraError';
}

/** Numbers of records that a run of `zebraidx` has inserted, updated and deleted. */
export type ZebraCounts = { inserted: number; updated: number; deleted: number };

/** Where `zebraidx` writes: the name of a configuration file, and options before the command. */
export type RegisterTarget = { config: string; options: readonly string[] };

/** Variables that are added to those of this process. */
export type Environment = Record<string, string | undefined>;

const PROGRAM = 'zebraidx';

/** Zebra says so after a run was killed, and discards its changes or finishes its commit. */
const RECOVERED = /previous transaction didn't (?:reach|finish) commit/;

/** Most lines of the log of `zebraidx` that an error message has. */
const MAX_LOG_LINES = 5;

/** @throws UsageError if Zebra is not installed */
export async function checkZebra(env: Environment): Promise<void> {
  await runProgram(['-V'], '.', env);
}

/**
 * Runs a command of `zebraidx` in the folder of the databases.
 *
 * @throws ZebraError with the warnings of `zebraidx`; UsageError if it is not installed
 */
export async function zebraidx(
  { config, options }: RegisterTarget,
  command: readonly string[],
  folder: string,
  env: Environment,
): Promise<ZebraCounts> {
  const args = ['-c', config, ...options, ...command];
  const { code, log } = await runProgram(args, folder, env);
  const faults = log.split('\n').filter((line) => /\[(?:warn|fatal)\]/.test(line) && !RECOVERED.test(line));
  if (code !== 0 || faults.length > 0) {
    const lines = faults.length > 0 ? faults : log.trim().split('\n');
    throw new ZebraError(
      [`${PROGRAM} ${args.join(' ')} (in ${folder}): exit code ${code}`, ...lines.slice(-MAX_LOG_LINES)].join('\n'),
    );
  }
  // It prints the counts also while it runs.
  const [, inserted = 0, updated = 0, deleted = 0] =
    [...log.matchAll(/Records: \d+ i\/u\/d (\d+)\/(\d+)\/(\d+)/g)].at(-1) ?? [];
  return { inserted: Number(inserted), updated: Number(updated), deleted: Number(deleted) };
}

function runProgram(
  args: readonly string[],
  folder: string,
  env: Environment,
): Promise<{ code: number | null; log: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-MAX_LOG);
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'ENOENT'
          ? new UsageError(`${PROGRAM}: not found; install Zebra (on Debian and Ubuntu: apt-get install idzebra-2.0)`)
          : error,
      ),
    );
    child.on('close', (code) => resolve({ code, log }));
  });
}

/** Most characters of the log that are kept. The counts are at its end. */
const MAX_LOG = 100_000;
