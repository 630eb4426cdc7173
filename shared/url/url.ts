/** A normalised URL. Only `normalize` creates one, so code can compare `Url`s with `===` and need not check them. */
export type Url = string & { readonly brand: 'Url' };

/** Returns the host name, with the port if it is not the default one (`URL.host`): the unit of the frontier. */
export function hostOf(url: Url): string {
  return url.slice(url.indexOf('://') + 3, endOfAuthority(url));
}

/** Returns scheme, host and port without a trailing slash: the unit that a robots.txt applies to. */
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
