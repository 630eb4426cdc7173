import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { AddressOverride } from './address-overrides.ts';
import { checkAddress, checkResolvedAddress, checkUrl, ipLiteralOf } from './guard.ts';
import { localFaultOf, NetError } from './net-error.ts';
import type { ProxyServer } from './proxy-tunnel.ts';
import type { ResolveName } from './resolve-name.ts';
import { buildConnector } from './undici.ts';

export type ConnectorOptions = {
  /** Timeout of opening a connection. Milliseconds. */
  connectMs: number;
  allowPrivate: readonly string[];
  resolveName: ResolveName;
  overrideOf: (hostname: string) => AddressOverride | undefined;
  /** Offers HTTP/2 to the server. */
  http2: boolean;
  /** Certificates (PEM) that are trusted besides the well-known ones. */
  ca: readonly string[];
  proxy: ProxyServer | undefined;
};

/**
 * Opens a connection.
 *
 * @param target.http1Only offer HTTP/1.1 only
 * @param callback its `address` is the checked one, also behind a proxy
 */
export type Connect = (
  target: buildConnector.Options & { http1Only?: boolean },
  callback: (error: Error | null, socket: Socket | null, address: string) => void,
) => void;

/**
 * Creates a connector that opens connections to permitted addresses only. A name with one private address is refused, even
 * if its other addresses are public: such a name is an attack, or is meant for another network.
 */
export function guardedConnector(options: ConnectorOptions): Connect {
  const common = {
    timeout: options.connectMs,
    autoSelectFamily: true,
    lookup: guardedLookup(options),
    ...trustedCertificates(options),
  };
  const connectHttp1 = buildConnector({ ...common, allowH2: false });
  const connectAny = options.http2 ? buildConnector({ ...common, allowH2: true, preferH2: true }) : connectHttp1;
  const { proxy, overrideOf } = options;
  const check = (address: string) => checkAddress(address, options.allowPrivate);

  return ({ http1Only, ...requested }, callback) => {
    const { hostname } = requested;
    const override = overrideOf(hostname);
    const address = override?.address ?? addressIn(hostname);
    if (address !== undefined && check(address)) {
      process.nextTick(callback, privateAddressError(hostname, address), null, '');
      return;
    }
    const connect = http1Only ? connectHttp1 : connectAny;
    const target = { ...requested, hostname: address ?? hostname, port: override?.port ?? requested.port };
    if (proxy) return void connectThroughProxy(proxy, target, connect, options).then((result) => callback(...result));
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null, '');
      // Check the address that the socket is really connected to.
      const remote = socket instanceof Socket ? socket.remoteAddress : undefined;
      if (remote !== undefined && !check(remote)) return callback(null, socket, remote);
      socket.destroy();
      callback(privateAddressError(hostname, remote ?? 'unknown'), null, '');
    });
  };
}

function trustedCertificates({ ca }: ConnectorOptions): { ca?: string[] } {
  return ca.length === 0 ? {} : { ca: [...rootCertificates, ...ca] };
}

function addressIn(hostname: string): string | undefined {
  return ipLiteralOf(hostname) ?? (hostname.includes(':') ? hostname : undefined);
}

/** Returns the error of a host whose address the guard refuses. */
export function privateAddressError(name: string, address: string): NetError {
  return new NetError('private-address', `${name} resolves to ${address}`);
}

/**
 * Resolves a name and checks each of its addresses.
 *
 * @throws NetError if one of them is private, or if there is none; LocalFaultError
 */
export async function resolvePublicAddresses(
  name: string,
  { resolveName, allowPrivate }: Pick<ConnectorOptions, 'resolveName' | 'allowPrivate'>,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const found = await resolveName(name).catch((error: NodeJS.ErrnoException) => {
    throw localFaultOf(error) ?? new NetError('dns', error.code ?? error.message);
  });
  const refused = found.find(({ address }) => checkResolvedAddress(name, address, allowPrivate));
  if (refused) throw privateAddressError(name, refused.address);
  const [first, ...others] = found;
  if (!first) throw new NetError('dns', `${name} has no address`);
  return [first, ...others];
}

function guardedLookup(options: ConnectorOptions): LookupFunction {
  return (name, { all }, callback) => {
    resolvePublicAddresses(name, options).then(
      (found) => {
        if (all) callback(null, found);
        else callback(null, found[0].address, found[0].family);
      },
      (error: NetError) => callback(error, []),
    );
  };
}

type ConnectResult = [error: Error | null, socket: Socket | null, address: string];

/**
 * Connects through a proxy. The proxy gets the checked address instead of the name, so it cannot resolve the name
 * differently. If only the proxy can resolve names, the name itself is checked and the proxy must check the address.
 * `allowPrivate` does not apply then: `localhost` would be the proxy's own machine.
 */
async function connectThroughProxy(
  proxy: ProxyServer,
  target: buildConnector.Options,
  connect: buildConnector.connector,
  options: ConnectorOptions,
): Promise<ConnectResult> {
  try {
    const { hostname, protocol } = target;
    const address =
      isIP(hostname) > 0 ? hostname : proxy.resolvesNames ? undefined : await resolveFirst(hostname, options);
    if (address === undefined && checkUrl(`${protocol}//${hostname}/`, []))
      return [new NetError('private-address', `${hostname} is a name of a private network`), null, ''];
    const { openTunnel } = await import('./proxy-tunnel.ts');
    const port = Number(target.port) || (protocol === 'https:' ? 443 : 80);
    const tunnel = await openTunnel(proxy, address ?? hostname, port, options.connectMs);
    if (protocol !== 'https:') return [null, tunnel, address ?? ''];
    return await new Promise<ConnectResult>((resolve) =>
      connect({ ...target, httpSocket: tunnel }, (...[error, socket]) => resolve([error, socket, address ?? ''])),
    );
  } catch (error) {
    return [error as Error, null, ''];
  }
}

async function resolveFirst(name: string, options: ConnectorOptions): Promise<string> {
  return (await resolvePublicAddresses(name, options))[0].address;
}
