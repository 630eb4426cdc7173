import { domainToASCII } from 'node:url';

/** Address and port to connect to instead of what DNS says. */
export type AddressOverride = { address: string; port?: string };

/**
 * Compiles the setting `network.resolve`.
 *
 * @param resolve `name` or `*.name` (which does not match `name` itself), in any letters → `address` or `address:port`; an
 *   IPv6 address with a port is in brackets
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
    const name = asciiName(pattern.replace(/^\*/, ''));
    if (pattern.startsWith('*')) suffixes.push([name, override]);
    else exact.set(name, override);
  }
  return (hostname) => exact.get(hostname) ?? suffixes.find(([suffix]) => hostname.endsWith(suffix))?.[1];
}

/** Returns a name or the end of one as the URL parser writes it. */
function asciiName(name: string): string {
  return domainToASCII(name) || name.toLowerCase();
}
