import type { HttpResponse } from '../../shared/ports/fetcher.ts';

/** A response as `answerClean` reads it. Its names of headers are in lower case. */
export type CleanQuestion = {
  url: string;
  headers: Record<string, string[]>;
  address: string;
  truncated: boolean;
  bodyBase64: string;
};

/** Returns a response as `answerClean` reads it. @param url its URL, after redirects */
export function questionOfResponse(url: string, { headers, body, address, truncated }: HttpResponse): CleanQuestion {
  const byName = Object.groupBy(headers, ([name]) => name.toLowerCase());
  const fields = Object.fromEntries(Object.entries(byName).map(([name, all]) => [name, all!.map(([, text]) => text)]));
  return { url, headers: fields, address, truncated, bodyBase64: Buffer.from(body).toString('base64') };
}
