import { getDomain } from '../packages/domains.ts';
import { hostOf, type Url } from './url.ts';

/** Scopes that are derived from seeds. */
export type ScopeKind = 'host' | 'domain' | 'prefix';

/** Returns the part of a seed that defines the scope: its host, its domain or its directory. */
export function scopeKey(scope: ScopeKind, seed: Url): string {
  if (scope === 'prefix') return directoryOf(seed);
  return scope === 'domain' ? domainOf(hostOf(seed)) : withoutWww(hostOf(seed));
}

function withoutWww(host: string): string {
  return host.startsWith('www.') ? host.slice(4) : host;
}

/** Returns the registrable domain, or the host with its port if it has none (an IP address, `localhost`). */
function domainOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

function withoutScheme(url: Url): string {
  return withoutWww(url.slice(url.indexOf('://') + 3));
}

function directoryOf(seed: Url): string {
  const path = withoutScheme(seed).replace(/\?.*$/s, '');
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Returns every directory above a page, with its host. */
export function directoriesAbove(url: Url): string[] {
  const path = directoryOf(url);
  const directories: string[] = [];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
    directories.push(path.slice(0, slash + 1));
  return directories;
}
