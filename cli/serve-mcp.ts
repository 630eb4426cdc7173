import { once } from 'node:events';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createMcpServer } from '../web/mcp/mcp-server.ts';
import type { ToolContext } from '../web/mcp/tools.ts';

/**
 * Answers MCP on standard input and output.
 *
 * @returns `closed` resolves when the client closes standard input
 */
export function serveMcp(
  context: ToolContext,
  version: string,
  onError: (error: Error) => void,
): { closed: Promise<unknown>; close(): Promise<void> } {
  const closed = once(process.stdin, 'end');
  const { close } = serveStdio(() => createMcpServer(context, version), { onerror: onError });
  return { closed, close };
}
