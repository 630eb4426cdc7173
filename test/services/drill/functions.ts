import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export type FunctionProcess = { pid: number; command: string; program: string };

/**
 * Lists the running function processes of an emulator.
 *
 * @param group process group of the emulator. @param part part of the function's name in the template.
 */
export function listFunctionProcesses(group: number, part: string): FunctionProcess[] {
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
        // The process has ended in the meantime.
        return [];
      }
    });
}
