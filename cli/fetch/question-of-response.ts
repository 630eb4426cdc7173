import type { HttpResponse } from '../../shared/ports/fetcher.ts';

/** Returns a response as `answerClean` reads it. @param url its URL, after redirects */
export function questionOfResponse(url: string, { headers, body, address, truncated }: HttpResponse): object {
  const byName = Object.groupBy(headers, ([name]) => name.toLowerCase());
  const fields = Object.fromEntries(Object.entries(byName).map(([name, all]) => [name, all!.map(([, text]) => text)]));
  return { url, headers: fields, address, truncated, bodyBase64: Buffer.from(body).toString('base64') };
}
