import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { openAws } from '../../../cli/aws/wiring.ts';
import { start } from '../engines/process.ts';
import { KEYS, RECIPES, REGION } from '../engines/recipes.ts';

export type Run = { code: number | null; out: string; err: string };

/** An AWS account of its own, for deployments. */
export type Account = Awaited<ReturnType<typeof openAccount>>;

const PROGRAM = join(import.meta.dirname, '../../../bin/thresher.js');

/**
 * Starts an empty emulator of AWS. It runs functions as processes with the Node of this test, which end when it is closed.
 */
export async function openAccount() {
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const { url, pid, stop } = await start('drill', async (place) => {
    const command = await RECIPES.ministack(place);
    // The emulator's own script is CommonJS; this project's package.json would make it an ES module.
    writeFileSync(join(place.data, 'package.json'), '{"type":"commonjs"}');
    return { ...command, env: { ...command.env, PATH: path } };
  });
  const dir = mkdtempSync(join(tmpdir(), 'thresher-drill-'));
  const env = {
    PATH: path,
    HOME: dir,
    AWS_ENDPOINT_URL: url,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    // A concurrent synthesis in this checkout would lock the default folder.
    CDK_OUTPUT: join(dir, 'cdk.out'),
    CI: 'true',
    NO_COLOR: '1',
  };
  return {
    url,
    /** Environment of its commands. */
    env,
    /** Process group leader of the emulator and its functions. */
    pid,
    /** Folder for files of the test, deleted by `close`. */
    dir,
    aws: await openAws({ region: REGION, env }),
    /** Runs the command line like a user. */
    thresher: (...args: string[]) => run([PROGRAM, ...args], env),
    async close(): Promise<void> {
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function run(args: string[], env: Record<string, string>): Promise<Run> {
  return new Promise((resolve, reject) => {
    // The IPC channel closes when this process is killed, and the command then ends too.
    const child = spawn(process.execPath, args, { env, cwd: env['HOME'], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const output = { out: '', err: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output.out += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output.err += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

/** Returns the standard output of a command. @throws Error with its output if its exit code is not 0. */
export function successfulOutput({ code, out, err }: Run): string {
  if (code !== 0) throw new Error(`exit code ${code}:\n${err}\n${out}`);
  return out;
}
