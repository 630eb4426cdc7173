import { type ConnectionLimits, closeConnection, type OriginConnection, openConnection } from './connection.ts';
import type { Connect } from './connector.ts';

/** Keeps one connection per origin, up to a maximum number. */
export type ConnectionPool = {
  /** Returns the connection to an origin, opening it if needed. */
  connectionTo(origin: string): OriginConnection;
  /** Removes a closed connection that is not in use, unless it remembers that the server requires HTTP/1.1. */
  forget(origin: string, connection: OriginConnection): void;
  close(): Promise<void>;
};

export function createConnectionPool(
  options: ConnectionLimits & { maxConnections: number },
  connect: Connect,
): ConnectionPool {
  /** Connections by origin, least recently used first. */
  const connections = new Map<string, OriginConnection>();

  const forget = (origin: string, connection: OriginConnection) => {
    const { activeRequests, http1Only, http2 } = connection;
    if (activeRequests === 0 && !http1Only && !http2 && connections.get(origin) === connection)
      connections.delete(origin);
  };

  return {
    connectionTo(origin) {
      const known = connections.get(origin);
      if (known) connections.delete(origin);
      else if (connections.size >= options.maxConnections) closeIdleConnection(connections);
      const connection = known ?? openConnection(origin, options, connect);
      connections.set(origin, connection);
      if (known) return connection;
      connection.client.on('disconnect', () => forget(origin, connection));
      return connection;
    },
    forget,
    async close() {
      const open = [...connections.values()];
      connections.clear();
      await Promise.all(open.map(closeConnection));
    },
  };
}

/** Closes the least recently used connection without a request, if there is one. */
function closeIdleConnection(connections: Map<string, OriginConnection>): void {
  for (const [origin, connection] of connections) {
    if (connection.activeRequests > 0) continue;
    connections.delete(origin);
    void closeConnection(connection);
    return;
  }
}
