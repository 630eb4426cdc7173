import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Folder of the engines' programs, which are downloaded once and kept. */
export const CACHE = join(import.meta.dirname, '../../../.cache/engines');

/**
 * Returns a folder of the cache, after filling it if it does not exist. The folder is renamed when it is complete, so
 * interrupted and concurrent runs leave no partial folder.
 */
export async function cached(name: string, fill: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  const growing = `${folder}.${process.pid}`;
  rmSync(growing, { recursive: true, force: true });
  mkdirSync(growing, { recursive: true });
  try {
    await fill(growing);
    renameSync(growing, folder);
  } catch (error) {
    rmSync(growing, { recursive: true, force: true });
    // A concurrent run may have created the folder.
    if (!existsSync(folder)) throw error;
  }
  return folder;
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

const INSTALLATION: Record<string, string> = {
  mvn: 'Maven (package maven) downloads the Java engines',
  go: 'Go 1.26 or later builds the S3 server',
  python3: 'Python 3.10 or later (package python3-venv) runs MiniStack',
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
