import { UsageError } from '../command.ts';

/**
 * Parses the values of --resolve.
 *
 * @returns host name or pattern → address, with or without a port
 * @throws UsageError for a value without a name
 */
export function parseResolveRules(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1) throw new UsageError(`--resolve: ${text}: must be PATTERN=ADDRESS, such as *.test=127.0.0.1`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
