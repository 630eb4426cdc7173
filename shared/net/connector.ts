import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction, Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { buildConnector } from 'undici';
import type { AddressOverride } from './address-overrides.ts';
import { checkAddress, checkResolvedAddress, checkUrl, ipLiteralOf } from './guard.ts';
import { NetError } from './net-error.ts';
import type { ProxyServer } from './proxy-tunnel.ts';
import type { ResolveName } from './resolve-name.ts';

export type ConnectorOptions = {
  connectMs: number;
  allowPrivate: readonly string[];
  lookUp: ResolveName;
  overrideOf: (hostname: string) => AddressOverride | undefined;
  /** Offered where the server may choose. */
  http2: boolean;
  /** Certificates (PEM) that are trusted besides those that everybody trusts. */
  ca: readonly string[];
  proxy: ProxyServer | undefined;
};

/** @param wanted.plain offer HTTP/1.1 only. @param callback its address is the judged one, also behind a proxy. */
export type Connect = (
  wanted: buildConnector.Options & { plain?: boolean },
  callback: (error: Error | null, socket: Socket | null, address: string) => void,
) => void;

/**
 * Opens connections to judged addresses only. A name is refused for one private address among its public ones: whoever
 * set that up means no good, or does not mean us.
 */
export function guardedConnector(options: ConnectorOptions): Connect {
  const common = {
    timeout: options.connectMs,
    autoSelectFamily: true,
    lookup: judgedLookUp(options),
    ...trust(options),
  };
  const plain = buildConnector({ ...common, allowH2: false });
  const either = options.http2 ? buildConnector({ ...common, allowH2: true, preferH2: true }) : plain;
  const { proxy, overrideOf } = options;
  const judge = (address: string) => checkAddress(address, options.allowPrivate);

  return ({ plain: isPlain, ...wanted }, callback) => {
    const override = overrideOf(wanted.hostname);
    const address = override?.address ?? addressIn(wanted.hostname);
    if (address !== undefined && judge(address)) {
      process.nextTick(callback, privateAddressError(wanted.hostname, address), null, '');
      return;
    }
    const connect = isPlain ? plain : either;
    const target = { ...wanted, hostname: address ?? wanted.hostname, port: override?.port ?? wanted.port };
    if (proxy) return void throughProxy(proxy, target, connect, options).then((open) => callback(...open));
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null, '');
      // The last word has the connection itself.
      const remote = socket instanceof Socket ? socket.remoteAddress : undefined;
      if (remote !== undefined && !judge(remote)) return callback(null, socket, remote);
      socket.destroy();
      callback(privateAddressError(wanted.hostname, remote ?? 'unknown'), null, '');
    });
  };
}

function trust({ ca }: ConnectorOptions): { ca?: string[] } {
  return ca.length === 0 ? {} : { ca: [...rootCertificates, ...ca] };
}

function addressIn(hostname: string): string | undefined {
  return ipLiteralOf(hostname) ?? (hostname.includes(':') ? hostname : undefined);
}

export function privateAddressError(name: string, address: string): NetError {
  return new NetError('private-address', `${name} leads to ${address}`);
}

/** @returns all addresses of a name, each of them judged. @throws NetError for one inside, and when there is none. */
export async function resolvePublicAddresses(
  name: string,
  { lookUp, allowPrivate }: Pick<ConnectorOptions, 'lookUp' | 'allowPrivate'>,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const found = await lookUp(name).catch((error: NodeJS.ErrnoException) => {
    throw new NetError('dns', error.code ?? error.message);
  });
  const inside = found.find(({ address }) => checkResolvedAddress(name, address, allowPrivate));
  if (inside) throw privateAddressError(name, inside.address);
  const [first, ...others] = found;
  if (!first) throw new NetError('dns', `${name} has no address`);
  return [first, ...others];
}

function judgedLookUp(options: ConnectorOptions): LookupFunction {
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

type Opened = [error: Error | null, socket: Socket | null, address: string];

/**
 * The proxy is told the judged address and not the name, so nobody can lead it elsewhere. Where only the proxy can look
 * names up, they are judged as they are written: what they lead to is then the proxy's to judge. Ranges that are opened do
 * not count for them: `localhost` would be the proxy's own machine.
 */
async function throughProxy(
  proxy: ProxyServer,
  target: buildConnector.Options,
  connect: buildConnector.connector,
  options: ConnectorOptions,
): Promise<Opened> {
  try {
    const { hostname, protocol } = target;
    const address = isIP(hostname) > 0 ? hostname : proxy.resolvesNames ? undefined : await firstOf(hostname, options);
    if (address === undefined && checkUrl(`${protocol}//${hostname}/`, []))
      return [new NetError('private-address', `${hostname} is a name of machines inside`), null, ''];
    const { openTunnel } = await import('./proxy-tunnel.ts');
    const port = Number(target.port) || (protocol === 'https:' ? 443 : 80);
    const tunnel = await openTunnel(proxy, address ?? hostname, port, options.connectMs);
    if (protocol !== 'https:') return [null, tunnel, address ?? ''];
    return await new Promise<Opened>((resolve) =>
      connect({ ...target, httpSocket: tunnel }, (...[error, socket]) => resolve([error, socket, address ?? ''])),
    );
  } catch (error) {
    return [error as Error, null, ''];
  }
}

async function firstOf(name: string, options: ConnectorOptions): Promise<string> {
  return (await resolvePublicAddresses(name, options))[0].address;
}
