/** A normalised address. Only `normalize` makes one, so whoever holds a `Url` need not check it again: compare with `===`. */
export type Url = string & { readonly brand: 'Url' };

/** Name, with the port where it is not its scheme's own (`URL.host`): the unit of the frontier. */
export function hostOf(url: Url): string {
  return url.slice(url.indexOf('://') + 3, endOfAuthority(url));
}

/** Scheme, host and port: what a robots.txt speaks for. No slash at its end. */
export function originOf(url: Url): string {
  return url.slice(0, endOfAuthority(url));
}

function endOfAuthority(url: Url): number {
  const from = url.indexOf('://') + 3;
  for (let i = from; i < url.length; i++) {
    const c = url.charCodeAt(i);
    if (c === 0x2f || c === 0x3f || c === 0x23) return i;
  }
  return url.length;
}
