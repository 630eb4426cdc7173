/** Where names lead instead of where a look-up would. */
export type AddressOverride = { address: string; port?: string };

/**
 * @param resolve `name` or `*.name` (which `name` itself is not) → `address` or `address:port`; an IPv6 address with a port in
 * brackets. @throws for what is no address: wrong use.
 */
export function compileOverrides(
  resolve: Readonly<Record<string, string>>,
): (hostname: string) => AddressOverride | undefined {
  const exact = new Map<string, AddressOverride>();
  const endings: [string, AddressOverride][] = [];
  for (const [pattern, target] of Object.entries(resolve)) {
    const match = /^\[?([0-9a-f:.]*?)\]?(?::(\d+))?$/i.exec(/^[^[]*:.*:/.test(target) ? `[${target}]` : target);
    if (!match?.[1]) throw new Error(`network.resolve: ${pattern}: not an address: ${target}`);
    const override: AddressOverride =
      match[2] === undefined ? { address: match[1] } : { address: match[1], port: match[2] };
    if (pattern.startsWith('*')) endings.push([pattern.slice(1).toLowerCase(), override]);
    else exact.set(pattern.toLowerCase(), override);
  }
  return (hostname) => exact.get(hostname) ?? endings.find(([ending]) => hostname.endsWith(ending))?.[1];
}
