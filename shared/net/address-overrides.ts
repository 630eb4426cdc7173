/** Address and port to connect to instead of what DNS says. */
export type AddressOverride = { address: string; port?: string };

/**
 * Compiles the setting `network.resolve`.
 *
 * @param resolve `name` or `*.name` (which does not match `name` itself) → `address` or `address:port`; an IPv6 address with a
 *   port is in brackets
 * @throws if a value is not an address
 */
export function compileOverrides(
  resolve: Readonly<Record<string, string>>,
): (hostname: string) => AddressOverride | undefined {
  const exact = new Map<string, AddressOverride>();
  const suffixes: [string, AddressOverride][] = [];
  for (const [pattern, target] of Object.entries(resolve)) {
    const match = /^\[?([0-9a-f:.]*?)\]?(?::(\d+))?$/i.exec(/^[^[]*:.*:/.test(target) ? `[${target}]` : target);
    if (!match?.[1]) throw new Error(`network.resolve: ${pattern}: not an address: ${target}`);
    const override = match[2] === undefined ? { address: match[1] } : { address: match[1], port: match[2] };
    if (pattern.startsWith('*')) suffixes.push([pattern.slice(1).toLowerCase(), override]);
    else exact.set(pattern.toLowerCase(), override);
  }
  return (hostname) => exact.get(hostname) ?? suffixes.find(([suffix]) => hostname.endsWith(suffix))?.[1];
}
