import { readdirSync, readFileSync } from 'node:fs';

/** Length of a clock tick of `/proc`. Milliseconds. */
const TICK_MS = 10;

/** Returns the CPU time of all descendants of a process in milliseconds. Descendants that have ended count. Works on Linux only. */
export function descendantsCpuMs(ancestor: number): number {
  const processes = new Map(readdirSync('/proc').flatMap((name) => statOf(name) ?? []));
  const isBelow = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent;
    return parent !== undefined && (parent === ancestor || isBelow(parent));
  };
  const own = processes.get(ancestor)?.endedTicks ?? 0;
  const below = [...processes].filter(([pid]) => isBelow(pid));
  return below.reduce((sum, [, { ticks, endedTicks }]) => sum + ticks + endedTicks, own) * TICK_MS;
}

/** `endedTicks`: of the children that have ended, and theirs. */
type Usage = { parent: number; ticks: number; endedTicks: number };

/** @returns undefined for a file that is no process, or one that has ended */
function statOf(name: string): [[number, Usage]] | undefined {
  if (!/^\d+$/.test(name)) return undefined;
  try {
    // The name of the program may contain spaces. Behind it: state, parent, …, user and system time, and both of ended children.
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [number, number, number, number];
    return [[Number(name), { parent: Number(fields[1]), ticks: user + system, endedTicks: endedUser + endedSystem }]];
  } catch {
    return undefined;
  }
}
