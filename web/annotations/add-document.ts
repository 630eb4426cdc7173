import type { Context } from 'hono';
import { documentNotKept, documentNotProcessed, folderInUse, invalidParameters } from '../api/problem.ts';
import type { WebPorts } from '../ports.ts';
import { damagedForm, readForm } from '../read-form.ts';
import { MAX_DOCUMENT_URL } from './annotation-parameters.ts';
import { isForm, mediaType, refuse } from './refuse.ts';
import type { HandIn } from './web-annotations.ts';

/** Answers a request that hands in a document: its record, or why it has none. */
export async function addDocument(c: Context, ports: WebPorts, crawl: string, handIn: HandIn): Promise<Response> {
  const given = isForm(c) ? await documentOfForm(c) : await documentOfBody(c);
  if (!given) return refuse(c, ports, damagedForm);
  const url = URL.parse(given.url.trim());
  const faults = [
    ...(url && /^https?:$/.test(url.protocol) && url.username === '' && given.url.length <= MAX_DOCUMENT_URL
      ? []
      : [{ parameter: 'url', detail: 'must be an address that begins with http:// or https://' }]),
    ...(given.body.length > 0 ? [] : [{ parameter: 'file', detail: 'must not be empty' }]),
  ];
  if (!url || faults.length > 0) return refuse(c, ports, invalidParameters(faults));
  url.hash = '';
  const result = await handIn({ ...given, crawl, url: url.href });
  if ('isBusy' in result) return refuse(c, ports, folderInUse);
  if ('isFailed' in result) return refuse(c, ports, documentNotProcessed);
  if (!('record' in result)) return refuse(c, ports, documentNotKept(result));
  const path = `/record/${result.record}?${new URLSearchParams({ crawl })}`;
  if (isForm(c)) return c.redirect(path, 303);
  c.header('location', path);
  return c.json({ crawl, ...result }, 201);
}

type Document = { url: string; body: Uint8Array; contentType?: string };

/** @returns undefined if the form is damaged */
async function documentOfForm(c: Context): Promise<Document | undefined> {
  const form = await readForm(c);
  if (!form) return undefined;
  const { url, file } = form;
  return {
    url: typeof url === 'string' ? url : '',
    body: file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array(),
    ...(file instanceof File && isTelling(file.type) && { contentType: file.type }),
  };
}

async function documentOfBody(c: Context): Promise<Document> {
  const contentType = c.req.header('content-type') ?? '';
  return {
    url: c.req.query('url') ?? '',
    body: new Uint8Array(await c.req.arrayBuffer()),
    ...(isTelling(mediaType(c)) && { contentType }),
  };
}

/** Whether a media type says what a file is. Otherwise its bytes and its address tell. */
const isTelling = (type: string): boolean => type !== '' && type !== 'application/octet-stream';
