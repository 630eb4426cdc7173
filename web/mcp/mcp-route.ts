import { createMcpHandler } from '@modelcontextprotocol/server';
import type { WebPorts } from '../ports.ts';
import { requestOrigin } from '../site.ts';
import { createMcpServer } from './mcp-server.ts';

/** Maximum size of a request: a query of 1,000 characters with its frame. Bytes. */
const MAX_REQUEST_BYTES = 65_536;

/** Messages of the SDK about requests that it refuses. They are answered, and are no faults of the server. */
const CLIENT_FAULT =
  /^(?:Unsupported Media Type|Unsupported protocol version|Not Acceptable|Parse error|Invalid |Rejected |Bad Request)/;

/**
 * Answers MCP over streamable HTTP without sessions: each request gets a server of its own, so any instance of a function can
 * answer it. Nothing is streamed and nothing can be subscribed to.
 */
export function mcpHandler(ports: WebPorts): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(
    ({ requestInfo }) => createMcpServer({ ports, origin: requestInfo ? requestOrigin(requestInfo) : '' }),
    {
      maxSubscriptions: 0,
      keepAliveMs: 0,
      maxRequestBodySize: MAX_REQUEST_BYTES,
      onerror: (error) => {
        if (!CLIENT_FAULT.test(error.message)) ports.logError?.(error, '/mcp');
      },
    },
  );
  return (request) => handler.fetch(request);
}
