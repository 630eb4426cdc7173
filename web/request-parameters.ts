import type { Context } from 'hono';

/** Returns the parameters of a request: those of the URL, or in a POST request those of the form in its body. */
export async function requestParameters(c: Context): Promise<URLSearchParams> {
  if (c.req.method !== 'POST') return new URL(c.req.url).searchParams;
  return new URLSearchParams(await c.req.text());
}
