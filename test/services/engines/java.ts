import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tool } from './cache.ts';

const INSTALLED = '/usr/lib/jvm';

/**
 * The newest Java there is: that of JAVA_HOME, of the PATH, or one of those installed.
 *
 * @throws when none is of this version or later.
 */
export async function javaOf(least: number): Promise<{ java: string; version: number }> {
  const installed = existsSync(INSTALLED) ? readdirSync(INSTALLED).map((name) => join(INSTALLED, name)) : [];
  const homes = [process.env['JAVA_HOME'] ?? '', ...installed].filter((home) => home !== '');
  const found = await Promise.all(
    ['java', ...homes.map((home) => join(home, 'bin/java'))].map(async (java) => ({
      java,
      version: await versionOf(java),
    })),
  );
  const newest = found.sort((a, b) => b.version - a.version)[0];
  if (!newest || newest.version < least) {
    throw new Error(`a JDK of version ${least} or later is needed; the newest found is ${newest?.version || 'none'}`);
  }
  return newest;
}

/** 0 where there is none, or only one that cannot compile: the launchers are source files. */
async function versionOf(java: string): Promise<number> {
  try {
    const said = await tool(java, ['-version']);
    const modules = await tool(java, ['--list-modules']);
    return modules.includes('jdk.compiler') ? Number(/version "(\d+)/.exec(said)?.[1] ?? 0) : 0;
  } catch {
    return 0;
  }
}
