/**
 * Removes progress lines. Without a terminal they are printed every ten seconds, so their number depends on the
 * machine.
 */
export function withoutProgress(lines: readonly string[]): string[] {
  return lines.filter((line) => !/^[\d,]+ pages? · /.test(line));
}
