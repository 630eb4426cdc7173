/** Where nobody watches, how far a crawl is is told every ten seconds: on some machines once, on others not at all. */
export function withoutProgress(lines: readonly string[]): string[] {
  return lines.filter((line) => !/^[\d,]+ pages · /.test(line));
}
