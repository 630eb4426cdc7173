import { credentialOrigin } from '../../shared/http/credential-origin.ts';
import { seedsOf } from '../../shared/settings/rules.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { originOf } from '../../shared/url/url.ts';
import type { Terminal } from '../output/terminal.ts';

/** Warns about seeds over http or ftp on hosts whose credentials are for https only. Prints nothing if there are none. */
export function warnUnsentCredentials(settings: Settings, terminal: Pick<Terminal, 'err'>): void {
  const named = new Set(Object.keys(settings.fetch.credentials).map(credentialOrigin));
  if (named.size === 0) return;
  const origins = new Set(seedsOf(settings).accepted.map(({ url }) => originOf(url)));
  for (const origin of origins)
    if (!named.has(origin) && named.has(credentialOrigin(origin.slice(origin.indexOf('://') + 3))))
      terminal.err(
        `warning: the credentials of this host are not sent to ${origin}, which is not encrypted; to send them, name it in fetch.credentials with its scheme`,
      );
}
