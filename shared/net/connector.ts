import type { LookupAddress } from 'node:dns';
import { type LookupFunction, Socket } from 'node:net';
import { buildConnector } from 'undici';
import { NetError } from './failure.ts';
import { judgeAddress, literalOf } from './guard.ts';
import type { LookUp } from './look-up.ts';

export type ConnectorOptions = {
  connectMs: number;
  allowPrivate: readonly string[];
  lookUp: LookUp;
  /** See `HttpFetcherOptions.resolve`. */
  resolve: Readonly<Record<string, string>>;
};

/** Where names lead instead of where a look-up would. */
type Override = { address: string; port?: string };

/**
 * Opens connections to judged addresses only. A name is refused for one private address among its public ones: whoever
 * set that up means no good, or does not mean us.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    timeout: options.connectMs,
    allowH2: false,
    autoSelectFamily: true,
    lookup: judgedLookUp(options),
  });
  const overrideOf = overrides(options.resolve);
  const judge = (address: string) => judgeAddress(address, options.allowPrivate);

  return (wanted, callback) => {
    const override = overrideOf(wanted.hostname);
    const address =
      override?.address ?? literalOf(wanted.hostname) ?? (wanted.hostname.includes(':') ? wanted.hostname : undefined);
    if (address !== undefined && judge(address)) {
      process.nextTick(callback, refusal(wanted.hostname, address), null);
      return;
    }
    const target = { ...wanted, hostname: address ?? wanted.hostname, port: override?.port ?? wanted.port };
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      // The last word has the connection itself.
      const remote = socket instanceof Socket ? socket.remoteAddress : undefined;
      if (remote !== undefined && !judge(remote)) return callback(null, socket);
      socket.destroy();
      callback(refusal(wanted.hostname, remote ?? 'unknown'), null);
    });
  };
}

function refusal(name: string, address: string): NetError {
  return new NetError('private-address', `${name} leads to ${address}`);
}

function judgedLookUp({ lookUp, allowPrivate }: ConnectorOptions): LookupFunction {
  return (name, { all }, callback) => {
    lookUp(name).then(
      (found) => {
        const inside = found.find(({ address }) => judgeAddress(address, allowPrivate));
        if (inside) return callback(refusal(name, inside.address), []);
        const first: LookupAddress | undefined = found[0];
        if (!first) return callback(new NetError('dns', `${name} has no address`), []);
        if (all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(new NetError('dns', error.code ?? error.message), []),
    );
  };
}

/** `name` or `*.name` (which `name` itself is not) → `address` or `address:port`; an IPv6 address with a port in brackets. */
function overrides(resolve: Readonly<Record<string, string>>): (hostname: string) => Override | undefined {
  const exact = new Map<string, Override>();
  const endings: [string, Override][] = [];
  for (const [pattern, target] of Object.entries(resolve)) {
    const match = /^\[?([0-9a-f:.]*?)\]?(?::(\d+))?$/i.exec(/^[^[]*:.*:/.test(target) ? `[${target}]` : target);
    if (!match?.[1]) throw new Error(`network.resolve: ${pattern}: not an address: ${target}`);
    const override: Override = match[2] === undefined ? { address: match[1] } : { address: match[1], port: match[2] };
    if (pattern.startsWith('*')) endings.push([pattern.slice(1).toLowerCase(), override]);
    else exact.set(pattern.toLowerCase(), override);
  }
  return (hostname) => exact.get(hostname) ?? endings.find(([ending]) => hostname.endsWith(ending))?.[1];
}
