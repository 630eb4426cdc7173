import { type buildConnector, Client } from 'undici';

/** One connection to one origin: politeness asks for no more. Requests of one origin wait for each other. */
export type Line = {
  client: Client;
  /** Requests under way or waiting. */
  active: number;
  /** Answers that came over the connection which is open now. */
  served: number;
  /** What it is, or was last, connected to; '' before the first connection. */
  address: string;
};

export type LineLimits = { firstByteMs: number; maxHeaderBytes: number; keepAliveMs: number };

export function openLine(origin: string, limits: LineLimits, connector: buildConnector.connector): Line {
  const connect: buildConnector.connector = (wanted, callback) => {
    line.served = 0;
    connector(wanted, (...[error, socket]) => {
      if (error) return callback(error, null);
      line.address = socket.remoteAddress ?? '';
      callback(null, socket);
    });
  };
  const client = new Client(origin, {
    allowH2: false,
    pipelining: 1,
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.firstByteMs,
    maxHeaderSize: limits.maxHeaderBytes,
    keepAliveTimeout: limits.keepAliveMs,
    keepAliveMaxTimeout: limits.keepAliveMs,
    connect,
  });
  const line: Line = { client, active: 0, served: 0, address: '' };
  return line;
}

/** Makes room for one line, if any is not in use. @param lines the one used longest ago first. */
export function closeIdlest(lines: Map<string, Line>): void {
  for (const [origin, line] of lines) {
    if (line.active > 0) continue;
    lines.delete(origin);
    void line.client.destroy();
    return;
  }
}
