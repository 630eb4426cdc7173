/**
 * What servers do to crawlers, by mistake or on purpose. Each trick is a host of its own: it says what comes of a page of it, and
 * plays its answer on a bare connection.
 */
import type { Duplex } from 'node:stream';
import { brotliCompressSync, constants, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';

export type Trick = {
  /** Permitted outcomes of the page, as the crawl counts them. */
  outcome: string | readonly string[];
  /** @param path path of the request @param turn number of page requests to the host so far */
  play: (socket: Duplex, path: string, turn: number) => void;
};

const OK = 'HTTP/1.1 200 OK\r\n';
const HTML = `${OK}Content-Type: text/html\r\n`;
const page = (body: string | Buffer, more = '') => {
  const bytes = Buffer.from(body);
  return Buffer.concat([Buffer.from(`${HTML}${more}Content-Length: ${bytes.length}\r\n\r\n`), bytes]);
};
const says = (text: string | Buffer) => (socket: Duplex) => void socket.end(text);
const says1 = (text: string) => (socket: Duplex) => void socket.end(Buffer.from(text, 'latin1'));

/** Writes a chunk repeatedly, as fast as possible or at an interval (ms), until the client closes the connection. */
export function pour(socket: Duplex, piece: string | Buffer, everyMs = 0): void {
  if (everyMs > 0) {
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write(piece)), everyMs);
    socket.on('close', () => clearInterval(timer));
    return;
  }
  const more = () => {
    if (!socket.destroyed) socket.write(piece, () => setImmediate(more));
  };
  more();
}

const ZEROS = Buffer.alloc(16 << 20);
const BOMBS: Record<string, () => Buffer> = {
  gzip: () => gzipSync(ZEROS),
  deflate: () => deflateRawSync(ZEROS),
  br: () => brotliCompressSync(ZEROS, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: () => zstdCompressSync(ZEROS),
  'gzip, gzip': () => gzipSync(gzipSync(ZEROS)),
};
const bomb = (coding: string) => says(page(BOMBS[coding]!(), `Content-Encoding: ${coding}\r\n`));

const LONG = 'x'.repeat(64 * 1024);
/** The server never closes the connection. */
const silent = () => {};

export const TRICKS: Readonly<Record<string, Trick>> = {
  // Endless responses.
  'endless-body': {
    outcome: 'fetched',
    play: (socket) => {
      socket.write(`${HTML}\r\n`);
      pour(socket, LONG);
    },
  },
  'endless-chunks': {
    outcome: 'fetched',
    play: (socket) => {
      socket.write(`${HTML}Transfer-Encoding: chunked\r\n\r\n`);
      pour(socket, `10000\r\n${LONG}\r\n`);
    },
  },
  'endless-headers': {
    outcome: 'failed.header-too-large',
    play: (socket) => {
      socket.write(OK);
      pour(socket, 'X-More: and more\r\n'.repeat(100));
    },
  },
  'endless-header': {
    outcome: 'failed.header-too-large',
    play: (socket) => {
      socket.write(`${OK}X-Long: `);
      pour(socket, LONG);
    },
  },
  'endless-status': {
    outcome: 'failed.header-too-large',
    play: (socket) => {
      socket.write('HTTP/1.1 200 ');
      pour(socket, LONG);
    },
  },
  'endless-chunk-extension': {
    // The first follows after 80 MiB, the second if a busy machine takes too long for them.
    outcome: ['failed.protocol', 'failed.timeout'],
    play: (socket) => {
      socket.write(`${HTML}Transfer-Encoding: chunked\r\n\r\n5;x=`);
      pour(socket, LONG);
    },
  },
  'endless-trailers': {
    outcome: 'failed.header-too-large',
    play: (socket) => {
      socket.write(`${HTML}Transfer-Encoding: chunked\r\n\r\n0\r\n`);
      pour(socket, 'X-T: t\r\n'.repeat(100));
    },
  },
  'many-continues': {
    // Unless a busy machine takes too long for so many.
    outcome: ['failed.header-too-large', 'failed.timeout'],
    play: (socket) => pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(50), 5),
  },
  'many-hints': {
    outcome: 'failed.header-too-large',
    play: (socket) => pour(socket, `HTTP/1.1 103 Early Hints\r\nLink: </${'a'.repeat(1000)}>\r\n\r\n`),
  },
  // Slow responses.
  silence: { outcome: 'failed.timeout', play: silent },
  'dripping-head': {
    outcome: 'failed.timeout',
    play: (socket) => {
      socket.write(OK);
      pour(socket, 'X-A: b\r\n', 50);
    },
  },
  'dripping-line': {
    outcome: 'failed.timeout',
    play: (socket) => {
      socket.write('HTTP/1.1 200 ');
      pour(socket, 'o', 50);
    },
  },
  'dripping-body': {
    outcome: 'failed.timeout',
    play: (socket) => {
      socket.write(`${HTML}Content-Length: 1000000\r\n\r\n`);
      pour(socket, 'b', 50);
    },
  },
  'stopping-body': {
    outcome: 'failed.timeout',
    play: (socket) => void socket.write(`${HTML}Content-Length: 10\r\n\r\nabc`),
  },
  // Wrong lengths, broken chunks.
  'short-length': { outcome: 'fetched', play: says(`${HTML}Content-Length: 3\r\n\r\n<p>more than three`) },
  'long-length': { outcome: 'failed.truncated', play: says(`${HTML}Content-Length: 300\r\n\r\n<p>less`) },
  'no-number-length': { outcome: 'failed.protocol', play: says(`${HTML}Content-Length: many\r\n\r\n<p>`) },
  'negative-length': { outcome: 'failed.protocol', play: says(`${HTML}Content-Length: -1\r\n\r\n<p>`) },
  'giant-length': {
    outcome: ['failed.protocol', 'failed.truncated'],
    play: says(`${HTML}Content-Length: 99999999999999999999\r\n\r\n<p>`),
  },
  'two-lengths': {
    outcome: ['failed.protocol', 'failed.truncated'],
    play: says(`${HTML}Content-Length: 1\r\nContent-Length: 2\r\n\r\n<p>`),
  },
  'length-and-chunks': {
    outcome: ['failed.protocol', 'failed.truncated', 'fetched'],
    play: says(`${HTML}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`),
  },
  'no-number-chunk': {
    outcome: 'failed.protocol',
    play: says(`${HTML}Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n`),
  },
  'giant-chunk': {
    outcome: ['failed.protocol', 'failed.truncated'],
    play: says(`${HTML}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc`),
  },
  'cut-chunk': { outcome: 'failed.truncated', play: says(`${HTML}Transfer-Encoding: chunked\r\n\r\n10\r\nabc`) },
  'no-last-chunk': { outcome: 'failed.truncated', play: says(`${HTML}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`) },
  'unknown-transfer': {
    outcome: ['failed.protocol', 'fetched'],
    play: says(`${HTML}Transfer-Encoding: rot13\r\n\r\n<p>`),
  },
  // Decompression bombs.
  'gzip-bomb': { outcome: 'fetched', play: bomb('gzip') },
  'deflate-bomb': { outcome: 'fetched', play: bomb('deflate') },
  'brotli-bomb': { outcome: 'fetched', play: bomb('br') },
  'zstd-bomb': { outcome: 'fetched', play: bomb('zstd') },
  'stacked-bomb': { outcome: 'fetched', play: bomb('gzip, gzip') },
  'deep-codings': { outcome: 'fetched', play: says(page('<p>x', `Content-Encoding: ${'gzip, '.repeat(500)}gzip\r\n`)) },
  'broken-gzip': {
    outcome: 'fetched',
    play: says(page(gzipSync('<p>hello').subarray(0, 12), 'Content-Encoding: gzip\r\n')),
  },
  'not-gzip': { outcome: 'fetched', play: says(page('<p>plain', 'Content-Encoding: gzip\r\n')) },
  'header-bomb': { outcome: 'failed.header-too-large', play: says(`${OK}${'X: y\r\n'.repeat(20_000)}\r\n`) },
  // Redirects.
  // A response is a redirect. A crawl sees that it leads to the URL itself.
  'redirect-loop': {
    outcome: ['redirected', 'refused.redirect-loop'],
    play: says(`HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n`),
  },
  'redirect-chain': {
    outcome: 'redirected',
    play: (socket, path) =>
      void socket.end(`HTTP/1.1 302 Found\r\nLocation: /${Number(path.slice(1)) + 1}\r\nContent-Length: 0\r\n\r\n`),
  },
  'redirect-inside': {
    outcome: 'redirected',
    play: says('HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/latest/meta-data/\r\nContent-Length: 0\r\n\r\n'),
  },
  'redirect-file': {
    outcome: 'redirected',
    play: says('HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n'),
  },
  'redirect-nowhere': {
    outcome: 'refused.redirect-nowhere',
    play: says('HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n'),
  },
  'redirect-long': {
    outcome: 'redirected',
    play: says(`HTTP/1.1 302 Found\r\nLocation: /${'a'.repeat(50_000)}\r\nContent-Length: 0\r\n\r\n`),
  },
  // Not HTTP, or unusual HTTP.
  'http-09': { outcome: 'failed.protocol', play: says('<p>a page without a head') },
  'http-2-line': { outcome: 'failed.protocol', play: says('HTTP/2 200\r\n\r\n') },
  'http-99': { outcome: 'failed.protocol', play: says('HTTP/9.9 200 OK\r\n\r\n') },
  ssh: { outcome: 'failed.protocol', play: says('SSH-2.0-OpenSSH_9.6\r\n') },
  nuls: { outcome: 'failed.protocol', play: says(Buffer.alloc(1000)) },
  'nul-in-header': {
    outcome: ['failed.protocol', 'fetched'],
    play: says1(`${HTML}X-Nul: a\0b\r\nContent-Length: 3\r\n\r\nabc`),
  },
  'folded-header': {
    outcome: ['failed.protocol', 'fetched'],
    play: says(`${HTML}X-A: b\r\n c\r\nContent-Length: 3\r\n\r\nabc`),
  },
  'bare-cr': {
    outcome: ['failed.protocol', 'fetched'],
    play: says(`${HTML}X-A: b\rX-C: d\r\nContent-Length: 3\r\n\r\nabc`),
  },
  'high-header': {
    outcome: 'fetched',
    play: says1(`${HTML}X-\xfc: \xfc\xff\r\nContent-Length: 3\r\n\r\nabc`.replace('X-\xfc', 'X-A')),
  },
  'status-0': {
    outcome: ['failed.protocol', 'refused.redirect-nowhere'],
    play: says('HTTP/1.1 000 Zero\r\nContent-Length: 0\r\n\r\n'),
  },
  'status-999': {
    outcome: ['failed.server-error', 'failed.protocol'],
    play: says('HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n'),
  },
  'status-four-digits': { outcome: 'failed.protocol', play: says('HTTP/1.1 2000 OK\r\n\r\n') },
  'unasked-upgrade': {
    outcome: ['failed.protocol', 'failed.truncated', 'failed.connect'],
    play: says('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nxxx'),
  },
  // Connections that are reset or closed.
  reset: {
    outcome: 'failed.connect',
    play: (socket) => (socket as Duplex & { resetAndDestroy(): void }).resetAndDestroy(),
  },
  'hung-up': { outcome: 'failed.connect', play: (socket) => void socket.end() },
  // Hostile bodies.
  'nul-page': { outcome: 'fetched', play: says(page(Buffer.alloc(100_000))) },
  'long-line': { outcome: 'fetched', play: says(page(Buffer.alloc(9 << 20, 'a'))) },
  'deep-page': { outcome: 'fetched', play: says(page('<div>'.repeat(200_000))) },
  'wrong-type': {
    outcome: 'refused.unwanted-type',
    play: says(`${OK}Content-Type: image/png\r\nContent-Length: 4\r\n\r\n\x89PNG`),
  },
  'type-of-nothing': { outcome: 'fetched', play: says(`${OK}Content-Type: ;;;\r\nContent-Length: 6\r\n\r\n<p>abc`) },
  'image-as-page': {
    outcome: 'fetched',
    play: says(page(Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]))),
  },
  'unasked-answers': {
    outcome: 'fetched',
    play: (socket) => void socket.write(Buffer.concat([page('<p>mine'), page('<p>not asked for')])),
  },
};
