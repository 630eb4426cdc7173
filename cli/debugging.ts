/** Whether the variable `THRESHER_DEBUG` asks for more details: it is set, and neither empty nor `0`, `false`, `no` or `off`. */
export function isDebugging(env: Readonly<Record<string, string | undefined>>): boolean {
  return !/^(?:0|false|no|off)?$/i.test(env['THRESHER_DEBUG'] ?? '');
}
