/**
 * FTP as if it were HTTP: a file is an answer with its bytes, a directory a page of links. Loaded for the first such address.
 *
 * Both connections go to an address that the guard has judged: the control connection to what the name leads to, data
 * connections (passive ones only) to the very same, whatever address the server names for them.
 */
import { Writable } from 'node:stream';
import { Client, type FileInfo, FTPError } from 'basic-ftp';
import type { FetchRequest, HttpFailure, HttpResponse, ResponseHead } from '../ports/fetcher.ts';
import type { Reason } from '../url/reason.ts';
import { type BodyReservation, BUDGET_EXHAUSTED, type LargeBodyBudget, reserveBody } from './body-budget.ts';
import { privateAddressError, resolvePublicAddresses } from './connector.ts';
import { directoryPage } from './ftp-listing.ts';
import { checkAddress, ipLiteralOf } from './guard.ts';
import type { ResolvedFetcherOptions } from './http-fetcher.ts';
import { failureReasonOf, NetError } from './net-error.ts';

const LISTING_BYTES = 4 << 20;

type Bounded = FetchRequest & { longBodies?: LargeBodyBudget };

/** @param request.longBodies as of `receive`. */
export async function ftpFetch(
  address: string,
  request: Bounded,
  settled: ResolvedFetcherOptions,
): Promise<HttpResponse | HttpFailure> {
  if (settled.proxy) return failure('connect', 'FTP does not go through the proxy');
  const url = new URL(address);
  const client = new Client(settled.firstByteMs, { maxListingBytes: LISTING_BYTES });
  let late: string | undefined;
  const end = (why: string) => {
    late ??= why;
    client.close();
  };
  const aborted = () => end('aborted');
  const timer = setTimeout(() => end(`no whole answer in ${request.timeoutMs} ms`), request.timeoutMs);
  request.signal?.addEventListener('abort', aborted);
  if (request.signal?.aborted) aborted();
  let connected = '';
  try {
    const { host, port } = await placeOf(url, settled);
    if (late === undefined) await client.connect(host, port);
    connected = host;
    await client.login(...(await loginOf(url, settled)));
    await client.send('TYPE I');
    const answer = await get(client, url, request);
    return { kind: 'response', httpVersion: '1.1', requestHeaders: [['host', url.host]], address: host, ...answer };
  } catch (error) {
    const known = connected === '' ? {} : { address: connected };
    if (late !== undefined) return { ...failure('timeout', late), ...known };
    if (error instanceof FTPError) return { ...refused(error, url), address: connected };
    const reason = /timeout/i.test((error as Error).message)
      ? 'timeout'
      : failureReasonOf(error as Error, { answered: connected !== '', connected: connected !== '', tls: false });
    return { ...failure(reason, (error as Error).message), ...known };
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', aborted);
    client.close();
  }
}

const failure = (reason: HttpFailure['reason'], detail: string): HttpFailure => ({ kind: 'failure', reason, detail });

/** @throws NetError for an address inside, or none. */
async function placeOf(
  { hostname, port }: URL,
  settled: ResolvedFetcherOptions,
): Promise<{ host: string; port: number }> {
  const override = settled.overrideOf(hostname);
  const known = override?.address ?? ipLiteralOf(hostname);
  if (known !== undefined && checkAddress(known, settled.allowPrivate)) throw privateAddressError(hostname, known);
  const host = known ?? (await resolvePublicAddresses(hostname, settled))[0].address;
  return { host, port: Number(override?.port ?? (port || 21)) };
}

/** Where nothing else is said: as anybody. */
async function loginOf(
  { host }: URL,
  { secretHeaders }: ResolvedFetcherOptions,
): Promise<[user: string, password: string]> {
  const secret = (await secretHeaders?.(host))?.['authorization'];
  const basic = /^Basic (.+)$/.exec(secret ?? '')?.[1];
  if (basic === undefined) return ['anonymous', 'anonymous@'];
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? [];
  return [user, password];
}

type Got = ResponseHead & { body: Uint8Array; truncated: boolean; refused?: Reason };

async function get(client: Client, { pathname }: URL, request: Bounded): Promise<Got> {
  const path = decodePath(pathname);
  if (path.endsWith('/')) return list(client, path, request);
  const size = await client.size(path).catch(ignored);
  const modified = await client.lastMod(path).catch(ignored);
  const headers: [string, string][] = [];
  if (size !== undefined) headers.push(['Content-Length', String(size)]);
  if (modified) headers.push(['Last-Modified', modified.toUTCString()]);
  const head: ResponseHead = { status: 200, statusText: 'OK', headers };
  const since = Date.parse(request.headers?.['if-modified-since'] ?? '');
  const nothing = { body: new Uint8Array(), truncated: false };
  if (modified && modified.getTime() <= since) return { ...head, status: 304, ...nothing };
  const reason = request.refuseBody?.(head);
  if (reason !== undefined) return { ...head, ...nothing, refused: reason };
  if (request.method === 'HEAD') return { ...head, ...nothing };
  try {
    return { ...head, ...(await download(client, path, reserveBody(request.maxBytes, request.longBodies))) };
  } catch (error) {
    if (!(error instanceof FTPError) || error.code !== 550 || !(await isDirectory(client, path))) throw error;
    return { status: 301, statusText: 'Moved', headers: [['Location', `${pathname}/`]], ...nothing };
  }
}

/** What a server leaves unsaid is not missed; a connection that is gone is. */
function ignored(error: unknown): undefined {
  if (error instanceof FTPError) return undefined;
  throw error;
}

async function isDirectory(client: Client, path: string): Promise<boolean> {
  return client.cd(path).then(
    () => true,
    () => false,
  );
}

async function list(client: Client, path: string, { maxBytes }: FetchRequest): Promise<Got> {
  const files: FileInfo[] = await client.list(path);
  const bytes = directoryPage(path, files);
  return {
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    body: bytes.subarray(0, maxBytes),
    truncated: bytes.length > maxBytes,
  };
}

const FULL = new Error('cut');

/** @throws NetError when other long bodies have the room: it is to be asked for again. */
async function download(
  client: Client,
  path: string,
  room: BodyReservation,
): Promise<{ body: Buffer; truncated: boolean }> {
  const pieces: Buffer[] = [];
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      const kept = room.take(piece.length);
      if (kept === 'later') return done(new NetError('truncated', BUDGET_EXHAUSTED));
      pieces.push(piece.subarray(0, kept));
      done(kept < piece.length ? FULL : null);
    },
  });
  try {
    await client.downloadTo(sink, path);
    return { body: Buffer.concat(pieces), truncated: false };
  } catch (error) {
    if (error !== FULL && sink.errored !== FULL) throw sink.errored instanceof NetError ? sink.errored : error;
    return { body: Buffer.concat(pieces), truncated: true };
  } finally {
    room.release();
  }
}

/** @throws NetError: a control character would begin a command of its own. */
function decodePath(pathname: string): string {
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    path = pathname;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these
  if (/[\x00-\x1f]/.test(path)) throw new NetError('protocol', 'control characters in the path');
  return path;
}

/** A reply of the server that says no, as HTTP has it. */
function refused({ code, message }: FTPError, { host }: URL): HttpResponse {
  const status = code === 530 ? 401 : code === 550 || code === 553 ? 404 : code < 500 ? 503 : 500;
  return {
    kind: 'response',
    status,
    statusText: message.split('\n')[0]!.slice(0, 200),
    httpVersion: '1.1',
    headers: [],
    body: new Uint8Array(),
    truncated: false,
    requestHeaders: [['host', host]],
    address: '',
  };
}
