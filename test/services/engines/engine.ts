import { get } from 'node:http';
import { inject } from 'vitest';
import { type EngineName, KEYS, REGION } from './recipes.ts';

/**
 * The address of a real server that all tests of this run share; it is started for the first who asks. Whatever a test
 * makes there has a name of its own (`ownName`).
 *
 * @throws with what is missing on this machine: without its engines the suite has shown nothing.
 */
export function engine(name: EngineName): Promise<string> {
  return new Promise((resolve, reject) => {
    // Not `fetch`, which gives up after five minutes: the first start of an engine may have to build it.
    get(`${inject('engines')}/${name}`, async (answer) => {
      let text = '';
      for await (const part of answer.setEncoding('utf8')) text += part;
      if (answer.statusCode === 200) resolve((JSON.parse(text) as { url: string }).url);
      else reject(new Error(`${name} cannot be had: ${text}`));
    }).once('error', reject);
  });
}

/** What the clients of `shared/aws/clients.ts` are given to ask an engine in the place of AWS. */
export const standIn = (endpoint: string) => ({ endpoint, region: REGION, credentials: KEYS });

let made = 0;

/** For tables, queues, buckets and indices: 3 to 40 of `a-z0-9-`, never the same in all runs of a machine. */
export const ownName = (what: string) => `${what}-${process.pid}-${Date.now().toString(36)}-${++made}`;
