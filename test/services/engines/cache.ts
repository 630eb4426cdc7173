import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Folder of the engines' programs, which are downloaded once and kept. */
export const CACHE = join(import.meta.dirname, '../../../.cache/engines');

/** Version of the Python package that reads WARC files. */
export const WARCIO = '1.8.1';

/**
 * Returns a folder of the cache, after filling it if it does not exist. Concurrent processes wait for the one that fills it. The folder
 * is renamed when it is complete, so interrupted runs leave no partial folder.
 */
export async function cached(name: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const unlock = await lock(`${folder}.lock`);
  try {
    if (existsSync(folder)) return folder;
    const growing = `${folder}.part`;
    rmSync(growing, { recursive: true, force: true });
    mkdirSync(growing);
    await fill(growing);
    renameSync(growing, folder);
    return folder;
  } finally {
    unlock();
  }
}

/**
 * Waits for a lock on a file.
 *
 * @returns a function that releases it. The system releases it when this process ends.
 * @throws Error if `flock` (util-linux) is missing
 */
async function lock(file: string): Promise<() => void> {
  // It holds the lock until its input ends.
  const holder = spawn('flock', [file, 'sh', '-c', 'echo locked; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    holder.once('error', reject);
    holder.once('exit', (code) => reject(new Error(`flock ${file} ended with ${code}`)));
    holder.stdout.once('data', () => resolve());
  });
  return () => void holder.stdin.end();
}

/**
 * Runs a build or installation program and returns its output.
 *
 * @throws Error with the program's output, or with installation instructions if the program is missing.
 */
export async function runTool(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  try {
    const { stdout, stderr } = await run(program, args, {
      env: { ...process.env, ...env },
      maxBuffer: 64 << 20,
      encoding: 'utf8',
    });
    return stdout + stderr;
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (code === 'ENOENT')
      throw new Error(`${program} is not installed: ${INSTALLATION[program] ?? ''}`, { cause: error });
    throw new Error(`${program} ${args[0]} failed: ${`${stderr}${stdout}`.slice(-1_500)}`, { cause: error });
  }
}

/**
 * Installs a Python package of PyPI in an environment of its own, in a folder of the cache.
 *
 * @returns the environment's Python, and the path of a script that the package installs. The Python must run it: the script itself
 *   names the folder that the environment had while it was installed.
 */
export async function installPython(
  name: string,
  version: string,
): Promise<{ python: string; script(name: string): string }> {
  const folder = await cached(`${name}-${version}`, async (into) => {
    await runTool('python3', ['-m', 'venv', into]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `${name}==${version}`];
    await runTool(join(into, 'bin/python'), pip);
  });
  return { python: join(folder, 'bin/python'), script: (script) => join(folder, 'bin', script) };
}

const INSTALLATION: Record<string, string> = {
  mvn: 'Maven (package maven) downloads the Java engines',
  go: 'Go 1.26 or later builds the S3 server',
  python3:
    'Python 3.10 or later (package python3-venv) runs MiniStack, cfn-lint, warcio, wacz, Sickle, Zeep and prometheus-client',
  'yaz-client': 'the package yaz has clients for SRU and MARC',
};

/** Downloads a Maven artifact and its runtime dependencies to a folder of the cache. */
export function downloadJars(artifact: string): Promise<string> {
  const [group, name, version] = artifact.split(':');
  return cached(`${name}-${version}`, async (folder) => {
    const pom = join(folder, 'pom.xml');
    writeFileSync(
      pom,
      `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>thresher</groupId><artifactId>engine</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>
  </dependencies>
</project>
`,
    );
    await runTool('mvn', [
      '--batch-mode',
      '--quiet',
      `-Dmaven.repo.local=${join(CACHE, 'maven')}`,
      `--file=${pom}`,
      'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies',
      '-DincludeScope=runtime',
      `-DoutputDirectory=${folder}`,
    ]);
  });
}
