import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { openAws } from '../../../cli/aws/wiring.ts';
import { start } from '../engines/process.ts';
import { KEYS, RECIPES, REGION } from '../engines/recipes.ts';

export type Run = { code: number | null; out: string; err: string };

/** An account of nobody else's, to deploy to. */
export type Account = Awaited<ReturnType<typeof openAccount>>;

const PROGRAM = join(import.meta.dirname, '../../../bin/thresher.js');

/**
 * An emulator of AWS with nothing in it yet. Its functions are processes, on the Node that runs this test, and gone when it
 * is closed.
 */
export async function openAccount() {
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const { url, pid, stop } = await start('drill', async (place) => {
    const command = await RECIPES.ministack(place);
    // It runs functions by a script of its own in CommonJS, which this project's manifest would make a module.
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
    // Another synthesis in this checkout would lock the usual folder.
    CDK_OUTPUT: join(dir, 'cdk.out'),
    CI: 'true',
    NO_COLOR: '1',
  };
  return {
    url,
    /** Leader of the emulator's processes, and of the functions that it runs. */
    pid,
    /** For files of the drill; gone in the end. */
    dir,
    aws: await openAws({ region: REGION, env }),
    /** Runs the command line as a user does. */
    thresher: (...args: string[]) => run([PROGRAM, ...args], env),
    async close(): Promise<void> {
      await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function run(args: string[], env: Record<string, string>): Promise<Run> {
  return new Promise((resolve, reject) => {
    // Through the channel it notices when this process is killed, and ends too.
    const child = spawn(process.execPath, args, { env, cwd: env['HOME'], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const said = { out: '', err: '' };
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said.out += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said.err += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...said }));
  });
}

/** @throws with all that it said when it did not end well. */
export function ended({ code, out, err }: Run): string {
  if (code !== 0) throw new Error(`it ended with ${code}:\n${err}\n${out}`);
  return out;
}
