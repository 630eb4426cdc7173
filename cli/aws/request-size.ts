import type { AdminRequest } from '../../shared/admin/requests.ts';
import { UsageError } from '../command.ts';
import { formatBytes } from '../output/progress.ts';
import { printable } from '../output/terminal.ts';

/** Maximum size of a request to a function, in bytes (AWS Lambda quota: 6 MB), less the headers that the gateway adds. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024 - 32 * 1024;
/** Parts that take this share of the maximum are named in the message. */
const LARGE_SHARE = 0.1;

/** Keys of file contents in a request → key of the file name beside them, which users write, and what makes the file smaller. */
const FILES = new Map([
  [
    'modelData',
    {
      key: 'model',
      advice:
        'train a smaller model, with one label for all documents off topic, fewer documents, or `--algorithm linear`',
    },
  ],
  ['termsText', { key: 'terms', advice: 'remove terms' }],
  ['vocabularyText', { key: 'file', advice: 'remove terms' }],
]);

/**
 * Returns the body of a request to the admin API.
 *
 * @throws UsageError if the stack cannot receive it, with the settings and files that are too large
 */
export function requestBody(request: AdminRequest): string {
  const body = JSON.stringify(request);
  // The gateway passes the body on as a string in JSON, so quotes and backslashes are escaped once more.
  const bytes = sizeOf(body);
  if (bytes <= MAX_EVENT_BYTES) return body;
  throw new UsageError(
    `the request to the stack has ${formatBytes(bytes)}, and AWS accepts ${formatBytes(MAX_EVENT_BYTES)}:`,
    ...largeParts(request, '').map(describePart),
  );
}

type Part = { key: string; file: string | undefined; bytes: number; advice: string };

/** Returns the smallest values that are large, with their keys as in a crawl.yaml. */
function largeParts(value: object, path: string): Part[] {
  return Object.entries(value).flatMap(([name, one]): Part[] => {
    const bytes = sizeOf(JSON.stringify(one) ?? '');
    if (bytes < LARGE_SHARE * MAX_EVENT_BYTES) return [];
    const key = keyOf(value, path, FILES.get(name)?.key ?? name);
    const inner = one !== null && typeof one === 'object' ? largeParts(one as object, key) : [];
    if (inner.length > 0) return inner;
    const { key: fileKey, advice = 'shorten it' } = FILES.get(name) ?? {};
    const file = fileKey === undefined ? undefined : (value as Record<string, unknown>)[fileKey];
    return [{ key, file: typeof file === 'string' ? file : undefined, bytes, advice }];
  });
}

function keyOf(value: object, path: string, name: string): string {
  if (Array.isArray(value)) return `${path}[${name}]`;
  // A request has the settings of a crawl.yaml below `settings`.
  return path === '' || path === 'settings' ? name : `${path}.${name}`;
}

function describePart({ key, file, bytes, advice }: Part): string {
  return `${key}: ${file === undefined ? '' : `${printable(file)}: `}takes ${formatBytes(bytes)}; ${advice}`;
}

/** Returns the number of bytes of a text as a string in JSON. */
const sizeOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));
