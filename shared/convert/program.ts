/**
 * Runs an external program on a document. `{in}` in its command is the name of the file; it writes HTML or text to standard
 * output. It gets neither a shell nor the crawler's environment. Shell limits (`ulimit`) restrict its memory and CPU time.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConvertFailure, ConvertJob } from '../ports/converter.ts';

/** Maximum length of the part of standard error that a failure's detail contains. UTF-16 units. */
const MAX_STDERR_LENGTH = 500;

/**
 * Runs the program of a job.
 *
 * @param path folders to search for the program, in the form of `PATH`
 * @param signal kills the program when it aborts. Absent: only the limits of the job do
 * @returns a job for the program's output, or a failure
 * @throws the system error if this machine cannot store the document or start the program; the reason of `signal`
 */
export async function runProgram(
  job: ConvertJob,
  path: string,
  signal?: AbortSignal,
): Promise<ConvertJob | ConvertFailure> {
  const folder = await mkdtemp(join(tmpdir(), 'thresher-convert-'));
  try {
    const file = join(folder, 'document');
    await writeFile(file, job.bytes);
    signal?.throwIfAborted();
    return await spawnProgram(job, file, folder, path, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function spawnProgram(
  job: ConvertJob,
  file: string,
  folder: string,
  path: string,
  interrupt: AbortSignal | undefined,
): Promise<ConvertJob | ConvertFailure> {
  const { command, output } = job.program!;
  const { timeoutMs, memoryMb, unpackedBytes } = job.limits;
  const words = command.map((word) => word.replaceAll('{in}', file));
  // `"$@"` passes the words unchanged, so the shell interprets none of them.
  const limits = `ulimit -v ${memoryMb * 1024}; ulimit -t ${Math.ceil(timeoutMs / 1000)}; exec "$@"`;
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', limits, 'sh', ...words], {
      cwd: folder,
      env: { PATH: path, LANG: 'C.UTF-8', HOME: folder, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that its child processes end with it.
      detached: true,
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let errors = '';
    let stopped: ConvertFailure | undefined;
    const kill = () => {
      if (child.pid !== undefined) killGroup(child.pid);
    };
    const stop = (reason: ConvertFailure['reason'], detail: string) => {
      stopped ??= { reason, detail };
      kill();
    };
    interrupt?.addEventListener('abort', kill);
    const detach = () => {
      clearTimeout(timer);
      interrupt?.removeEventListener('abort', kill);
    };
    const timer = setTimeout(() => stop('conversion-timeout', `${timeoutMs} ms`), timeoutMs);
    child.on('error', (error: NodeJS.ErrnoException) => {
      detach();
      if (isMissing(error)) resolve({ reason: 'no-converter', detail: error.message });
      else reject(error);
    });
    // Without free file descriptors there are no pipes; the event `error` follows.
    if (!child.stdout) return;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > unpackedBytes) stop('conversion-memory', 'output too long');
      else chunks.push(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors = (errors + chunk).slice(0, MAX_STDERR_LENGTH);
    });
    child.on('close', (code, signal) => {
      detach();
      if (interrupt?.aborted) return reject(interrupt.reason);
      if (stopped) return resolve(stopped);
      // Exit codes of the shell: command not found, or not executable.
      if (code === 127 || code === 126) return resolve({ reason: 'no-converter', detail: words[0]! });
      if (code !== 0) return resolve({ reason: 'conversion-failed', detail: `${signal ?? code} ${errors}`.trim() });
      const mimeType = output === 'html' ? 'text/html' : 'text/plain';
      resolve({ ...job, bytes: Buffer.concat(chunks), mimeType, contentType: '' });
    });
  });
}

/** Whether a program does not exist or must not be executed. Other errors are faults of this machine, such as EMFILE. */
function isMissing({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'EACCES';
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
