import { NetError } from './net-error.ts';
import type { ProxyServer } from './proxy-tunnel.ts';

/** @param place `env:NAME` or `secret:NAME`. @throws when there is none. */
export type ReadSecret = (place: string) => Promise<string>;

export type Credentials = {
  basic?: string | undefined;
  bearer?: string | undefined;
  header?: { name: string; value: string } | undefined;
};

/** What of the settings names secrets; in them is where they lie, never what they are. */
export type SecretSettings = {
  credentials: Readonly<Record<string, Credentials>>;
  proxy: { url: string; credentials?: string | undefined; looksUp: boolean } | null;
};

/** For `HttpFetcherOptions`: each secret is read when it is first needed. */
export function secretsFor({ credentials, proxy }: SecretSettings, read: ReadSecret) {
  const known = new Map<string, Promise<Record<string, string>>>();
  const hosts = new Map(Object.entries(credentials).map(([host, kinds]) => [host.toLowerCase(), kinds]));
  return {
    secretHeaders: (host: string) => {
      const kinds = hosts.get(host);
      if (!kinds) return undefined;
      const headers = known.get(host) ?? headersOf(kinds, read);
      known.set(host, headers);
      return headers;
    },
    proxy: proxy === null ? undefined : serverOf(proxy, read),
  };
}

/** Where secrets of these settings lie, for whoever wants to know at once that one is missing. */
export function secretLocations({ credentials, proxy }: SecretSettings): string[] {
  const all = Object.values(credentials).flatMap(({ basic, bearer, header }) => [basic, bearer, header?.value]);
  return [...all, proxy?.credentials].filter((place) => place !== undefined);
}

async function headersOf({ basic, bearer, header }: Credentials, read: ReadSecret): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (basic !== undefined)
    headers['authorization'] = `Basic ${Buffer.from(oneLine(await read(basic))).toString('base64')}`;
  if (bearer !== undefined) headers['authorization'] = `Bearer ${oneLine(await read(bearer))}`;
  if (header) headers[header.name.toLowerCase()] = oneLine(await read(header.value));
  return headers;
}

/** Files of secrets end with a line break as a rule; one inside would begin another header. */
function oneLine(secret: string): string {
  const text = secret.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these
  if (/[\x00-\x1f\x7f]/.test(text)) throw new NetError('protocol', 'a secret with control characters');
  return text;
}

function serverOf({ url, credentials, looksUp }: NonNullable<SecretSettings['proxy']>, read: ReadSecret): ProxyServer {
  const { hostname, port } = new URL(url);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 80),
    credentials: credentials === undefined ? undefined : () => read(credentials),
    resolvesNames: looksUp,
  };
}
