import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What engines are made of: fetched once, kept from run to run. */
export const CACHE = join(import.meta.dirname, '../../../.cache/engines');

/**
 * A folder of the cache, filled by the first who asks. It gets its name only when it is whole, so neither a run that is
 * broken off nor two at the same time leave half of one.
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
    // Somebody else was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/**
 * Runs a program that makes something for an engine.
 *
 * @throws with what it said, or with what has to be installed when there is no such program.
 */
export async function tool(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  try {
    const { stdout, stderr } = await run(program, args, {
      env: { ...process.env, ...env },
      maxBuffer: 64 << 20,
      encoding: 'utf8',
    });
    return stdout + stderr;
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: string; stderr?: string };
    if (code === 'ENOENT') throw new Error(`${program} is not installed: ${WANTED[program] ?? ''}`, { cause: error });
    throw new Error(`${program} ${args[0]} failed: ${`${stderr}${stdout}`.slice(-1_500)}`, { cause: error });
  }
}

const WANTED: Record<string, string> = {
  mvn: 'Maven fetches the engines that are written in Java (package maven)',
  go: 'Go 1.26 or later builds the S3 server',
  python3: 'Python 3.10 or later runs MiniStack (package python3-venv)',
};

/** Jars of a Maven artifact and of all that it needs to run, in one folder of the cache. */
export function jars(artifact: string): Promise<string> {
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
    await tool('mvn', [
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
