import { credentialOrigin } from '../http/credential-origin.ts';
import { NetError } from './net-error.ts';
import type { ProxyServer } from './proxy-tunnel.ts';

/** Reads a secret. @param location `env:NAME` or `secret:NAME` @throws if it does not exist */
export type ReadSecret = (location: string) => Promise<string>;

export type Credentials = {
  basic?: string | undefined;
  bearer?: string | undefined;
  header?: { name: string; value: string } | undefined;
};

/** The settings that name secrets. They contain locations, never secrets. */
export type SecretSettings = {
  credentials: Readonly<Record<string, Credentials>>;
  proxy: { url: string; credentials?: string | undefined; looksUp: boolean } | null;
};

/** Returns the options of `HttpFetcherOptions` that need secrets. Each secret is read on first use. */
export function secretsFor({ credentials, proxy }: SecretSettings, read: ReadSecret) {
  const headersByOrigin = new Map<string, Promise<Record<string, string>>>();
  const origins = new Map(Object.entries(credentials).map(([key, kinds]) => [credentialOrigin(key), kinds]));
  return {
    secretHeaders: (origin: string) => {
      const kinds = origins.get(origin);
      if (!kinds) return undefined;
      const headers = headersByOrigin.get(origin) ?? headersOf(kinds, read);
      headersByOrigin.set(origin, headers);
      return headers;
    },
    proxy: proxy === null ? undefined : proxyServer(proxy, read),
  };
}

/** Returns the locations of all secrets, so that a missing one can be reported before the crawl starts. */
export function secretLocations({ credentials, proxy }: SecretSettings): string[] {
  const all = Object.values(credentials).flatMap(({ basic, bearer, header }) => [basic, bearer, header?.value]);
  return [...all, proxy?.credentials].filter((location) => location !== undefined);
}

async function headersOf({ basic, bearer, header }: Credentials, read: ReadSecret): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (basic !== undefined)
    headers['authorization'] = `Basic ${Buffer.from(trimSecret(await read(basic))).toString('base64')}`;
  if (bearer !== undefined) headers['authorization'] = `Bearer ${trimSecret(await read(bearer))}`;
  if (header) headers[header.name.toLowerCase()] = trimSecret(await read(header.value));
  return headers;
}

/** Removes the line break at the end of a secret file. @throws NetError for one inside: it would start another header */
function trimSecret(secret: string): string {
  const text = secret.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these
  if (/[\x00-\x1f\x7f]/.test(text)) throw new NetError('protocol', 'a secret contains control characters');
  return text;
}

function proxyServer(
  { url, credentials, looksUp }: NonNullable<SecretSettings['proxy']>,
  read: ReadSecret,
): ProxyServer {
  const { hostname, port } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 80),
    credentials: credentials === undefined ? undefined : () => read(credentials),
    resolvesNames: looksUp,
  };
}
