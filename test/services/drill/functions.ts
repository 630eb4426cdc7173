import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export type FunctionProcess = { pid: number; command: string; program: string };

/**
 * Processes of functions that an emulator runs now.
 *
 * @param group of the emulator's processes. @param part of the function's name in the template.
 */
export function functionProcesses(group: number, part: string): FunctionProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the fifth field is the process group.
        const [, , owner] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        if (Number(owner) !== group) return [];
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        return command.includes(part) ? [{ pid: Number(pid), command, program: readlinkSync(`/proc/${pid}/exe`) }] : [];
      } catch {
        // It ended while it was looked at.
        return [];
      }
    });
}
