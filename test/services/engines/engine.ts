import { get } from 'node:http';
import { inject } from 'vitest';
import { type EngineName, KEYS, REGION } from './recipes.ts';

/**
 * Returns the URL of a real server, which is started by the first call and shared by all tests of a run. Tests create
 * resources there with unique names (`uniqueTestName`).
 *
 * @throws Error that names what is missing on this machine. Tests are not skipped without their engines.
 */
export function engine(name: EngineName): Promise<string> {
  return new Promise((resolve, reject) => {
    // Not `fetch`, which times out after five minutes: the first start of an engine may build it.
    get(`${inject('engines')}/${name}`, async (answer) => {
      let text = '';
      for await (const part of answer.setEncoding('utf8')) text += part;
      if (answer.statusCode === 200) resolve((JSON.parse(text) as { url: string }).url);
      else reject(new Error(`cannot start ${name}: ${text}`));
    }).once('error', reject);
  });
}

/** Returns options for the clients of `shared/aws/clients.ts` that select an engine instead of AWS. */
export const localClientOptions = (endpoint: string) => ({ endpoint, region: REGION, credentials: KEYS });

let made = 0;

/** Returns a unique name for a table, queue, bucket or index: 3 to 40 characters of `a-z0-9-`. */
export const uniqueTestName = (what: string) => `${what}-${process.pid}-${Date.now().toString(36)}-${++made}`;
