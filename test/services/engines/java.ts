import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './cache.ts';

const INSTALLED = '/usr/lib/jvm';

/**
 * Finds the newest JDK: that of JAVA_HOME, of the PATH, or an installed one.
 *
 * @throws Error if none has at least version `minVersion`.
 */
export async function findJava(minVersion: number): Promise<{ java: string; version: number }> {
  const installed = existsSync(INSTALLED) ? readdirSync(INSTALLED).map((name) => join(INSTALLED, name)) : [];
  const homes = [process.env['JAVA_HOME'] ?? '', ...installed].filter((home) => home !== '');
  const found = await Promise.all(
    ['java', ...homes.map((home) => join(home, 'bin/java'))].map(async (java) => ({
      java,
      version: await versionOf(java),
    })),
  );
  const newest = found.sort((a, b) => b.version - a.version)[0];
  if (!newest || newest.version < minVersion) {
    throw new Error(`JDK ${minVersion} or later is required. Newest found: ${newest?.version || 'none'}`);
  }
  return newest;
}

/** Returns the version of a JDK, or 0 if there is none or it has no compiler, which the launchers in source form need. */
async function versionOf(java: string): Promise<number> {
  try {
    const output = await runTool(java, ['-version']);
    const modules = await runTool(java, ['--list-modules']);
    return modules.includes('jdk.compiler') ? Number(/version "(\d+)/.exec(output)?.[1] ?? 0) : 0;
  } catch {
    return 0;
  }
}
