import { type ClientRequest, createServer, type IncomingHttpHeaders, request, type ServerResponse } from 'node:http';

export type ProxiedRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
};
export type Answer = { status: number; body: object | string };

/**
 * Starts a proxy in front of an engine, with which a test can refuse requests.
 *
 * @param rules.before returns a response in place of the engine, or undefined to forward the request.
 * @param rules.after called when the engine has responded, before the response is passed on.
 */
export async function startProxy(
  target: string,
  rules: {
    before?: (proxied: ProxiedRequest) => Answer | undefined | Promise<Answer | undefined>;
    after?: (proxied: ProxiedRequest, status: number) => void;
  },
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const url = new URL(incoming.url ?? '/', target);
    const { method = 'GET', headers } = incoming;
    const proxied = { method, path: url.pathname, query: url.searchParams, headers, body: Buffer.concat(parts) };
    const refusal = await rules.before?.(proxied);
    if (refusal) answer(response, refusal);
    // The Host header is kept, because signatures cover it.
    else forward(request(url, { method, headers }), proxied, response, rules.after);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(response: ServerResponse, { status, body }: Answer): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
}

function forward(
  outgoing: ClientRequest,
  proxied: ProxiedRequest,
  response: ServerResponse,
  after?: (proxied: ProxiedRequest, status: number) => void,
): void {
  outgoing.on('response', (answered) => {
    const { statusCode = 502, headers } = answered;
    after?.(proxied, statusCode);
    response.writeHead(statusCode, headers);
    answered.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  outgoing.end(proxied.body);
}
