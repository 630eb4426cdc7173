/**
 * Fetches FTP URLs as if they were HTTP: a file becomes a response with its bytes, a directory a page of links. Loaded on first use.
 *
 * Both connections go to addresses that the guard checked: the control connection to the address of the name, data
 * connections (passive only) to that same address, whatever address the server names.
 */
import { Writable } from 'node:stream';
import { Client, type FileInfo, FTPError } from 'basic-ftp';
import type { LocalFaultError } from '../http/local-fault.ts';
import type { FetchRequest, HttpFailure, HttpResponse, ResponseHead } from '../ports/fetcher.ts';
import type { Reason } from '../url/reason.ts';
import { createBodyChunks } from './body-chunks.ts';
import { type BodyFlow, createBodyFlow } from './body-flow.ts';
import { memoryFault } from './body-memory.ts';
import { privateAddressError, resolvePublicAddresses } from './connector.ts';
import type { ResolvedFetcherOptions } from './fetcher-options.ts';
import { directoryPage } from './ftp-listing.ts';
import { checkAddress, ipLiteralOf } from './guard.ts';
import { failureReasonOf, localFaultOf, NetError } from './net-error.ts';
import type { BudgetedRequest } from './receive-response.ts';

/** Maximum length of a directory listing. Bytes. */
const MAX_LISTING_BYTES = 4 << 20;

export async function ftpFetch(
  address: string,
  request: BudgetedRequest,
  options: ResolvedFetcherOptions,
): Promise<HttpResponse | HttpFailure> {
  if (options.proxy) return failure('connect', 'FTP is not supported through a proxy');
  const url = new URL(address);
  const client = new Client(options.firstByteMs, { maxListingBytes: MAX_LISTING_BYTES });
  let stopped: string | undefined;
  const stop = (why: string) => {
    stopped ??= why;
    client.close();
  };
  const onAbort = () => stop('aborted');
  let fault: LocalFaultError | undefined;
  const transfer: Transfer = {
    flow: createBodyFlow(request, request.timeoutMs, {
      resume: () => transfer.resume(),
      onTooSlow: () => stop('too slow while other long bodies wait'),
      onTimeout(waitsForMemory) {
        if (waitsForMemory) fault = memoryFault();
        stop(`response incomplete after ${request.timeoutMs} ms`);
      },
    }),
    resume() {},
  };
  request.signal?.addEventListener('abort', onAbort);
  if (request.signal?.aborted) onAbort();
  let connected = '';
  try {
    const { host, port } = await resolveServer(url, options);
    if (stopped === undefined) await client.connect(host, port);
    connected = host;
    await client.login(...(await loginOf(url, options)));
    await client.send('TYPE I');
    const response = await get(client, url, request, transfer);
    return { kind: 'response', httpVersion: '1.1', requestHeaders: [['host', url.host]], address: host, ...response };
  } catch (error) {
    const known = connected === '' ? {} : { address: connected };
    if (fault) throw fault;
    if (stopped !== undefined) return { ...failure('timeout', stopped), ...known };
    const local = localFaultOf(error);
    if (local) throw local;
    if (error instanceof FTPError) return { ...errorResponse(error, url), address: connected };
    const reason = /timeout/i.test((error as Error).message)
      ? 'timeout'
      : failureReasonOf(error as Error, { answered: connected !== '', connected: connected !== '', tls: false });
    return { ...failure(reason, (error as Error).message), ...known };
  } finally {
    transfer.flow.end();
    request.signal?.removeEventListener('abort', onAbort);
    client.close();
  }
}

const failure = (reason: HttpFailure['reason'], detail: string): HttpFailure => ({ kind: 'failure', reason, detail });

/** @throws NetError if the address is private, or the name does not resolve to an address */
async function resolveServer(
  { hostname, port }: URL,
  options: ResolvedFetcherOptions,
): Promise<{ host: string; port: number }> {
  const override = options.overrideOf(hostname);
  const known = override?.address ?? ipLiteralOf(hostname);
  if (known !== undefined && checkAddress(known, options.allowPrivate)) throw privateAddressError(hostname, known);
  const host = known ?? (await resolvePublicAddresses(hostname, options))[0].address;
  return { host, port: Number(override?.port ?? (port || 21)) };
}

/** Returns the user name and password of the host's basic credentials for ftp; anonymous if it has none. */
async function loginOf(
  { host }: URL,
  { secretHeaders }: ResolvedFetcherOptions,
): Promise<[user: string, password: string]> {
  const authorization = (await secretHeaders?.(`ftp://${host}`))?.['authorization'];
  const basic = /^Basic (.+)$/.exec(authorization ?? '')?.[1];
  if (basic === undefined) return ['anonymous', 'anonymous@'];
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(Buffer.from(basic, 'base64').toString()) ?? [];
  return [user, password];
}

type FtpResponse = ResponseHead & { body: Uint8Array; truncated: boolean; refused?: Reason };

/** The body that is downloaded. `resume` continues it after a wait. */
type Transfer = { flow: BodyFlow; resume(): void };

async function get(
  client: Client,
  { pathname }: URL,
  request: BudgetedRequest,
  transfer: Transfer,
): Promise<FtpResponse> {
  const path = decodePath(pathname);
  if (path.endsWith('/')) return listDirectory(client, path, request);
  const size = await client.size(path).catch(ignoreReply);
  const modified = await client.lastMod(path).catch(ignoreReply);
  const headers: [string, string][] = [];
  if (size !== undefined) headers.push(['Content-Length', String(size)]);
  if (modified) headers.push(['Last-Modified', modified.toUTCString()]);
  const head: ResponseHead = { status: 200, statusText: 'OK', headers };
  const since = Date.parse(request.headers?.['if-modified-since'] ?? '');
  const noBody = { body: new Uint8Array(), truncated: false };
  if (modified && modified.getTime() <= since) return { ...head, status: 304, ...noBody };
  const refused = request.refuseBody?.(head);
  if (refused !== undefined) return { ...head, ...noBody, refused };
  if (request.method === 'HEAD') return { ...head, ...noBody };
  try {
    return { ...head, ...(await download(client, path, size, transfer)) };
  } catch (error) {
    if (!(error instanceof FTPError) || error.code !== 550 || !(await isDirectory(client, path))) throw error;
    return { status: 301, statusText: 'Moved', headers: [['Location', `${pathname}/`]], ...noBody };
  }
}

/** Ignores a server that does not support a command. @throws any other error, such as a lost connection */
function ignoreReply(error: unknown): undefined {
  if (error instanceof FTPError) return undefined;
  throw error;
}

async function isDirectory(client: Client, path: string): Promise<boolean> {
  return client.cd(path).then(
    () => true,
    () => false,
  );
}

async function listDirectory(client: Client, path: string, { maxBytes }: FetchRequest): Promise<FtpResponse> {
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

/** Ends a download at its maximum length. */
const CUT = new Error('cut');

/** @param size length of the file as the server states it; undefined if it does not */
async function download(
  client: Client,
  path: string,
  size: number | undefined,
  transfer: Transfer,
): Promise<{ body: Buffer; truncated: boolean }> {
  const { flow } = transfer;
  const chunks = createBodyChunks();
  let length = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const kept = Math.min(chunk.length, flow.maxBytes() - length);
      chunks.add(chunk.subarray(0, kept));
      length += kept;
      const mayContinue = flow.add(kept, size);
      if (kept < chunk.length) return done(CUT);
      if (mayContinue) return done();
      transfer.resume = done;
    },
  });
  try {
    await client.downloadTo(sink, path);
    return { body: chunks.join().body, truncated: false };
  } catch (error) {
    if (error !== CUT && sink.errored !== CUT) throw error;
    return { body: chunks.join().body, truncated: true };
  }
}

/** @throws NetError if the path contains a control character, which could start another FTP command */
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

/** Converts an error reply of the server to an HTTP response. */
function errorResponse({ code, message }: FTPError, { host }: URL): HttpResponse {
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
