import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStores, type Stores } from '../../../cli/run/wiring.ts';
import { administer } from '../../../functions/admin/administer.ts';
import { indexRecords } from '../../../shared/index/index-records.ts';
import { type FakeResponse, fakeAws, REGION, withCredentials } from './aws-account.ts';

/** Answers a request to the function Admin with its code, over the stores of a data folder. */
export async function administerFolder(body: string, stores: Stores): Promise<FakeResponse> {
  const loadAlerts = async () => ({
    ...{ locks: stores.locks, random: stores.random },
    readSecret: async (place: string) => Promise.reject(new Error(`${place}: no such secret`)),
    isSearchUnavailable: () => false,
  });
  const answer = await administer(JSON.parse(body), { ...stores, loadAlerts }, 'host');
  return { status: answer.status, body: answer.body };
}

/** A data folder behind the code of the function Admin. */
export type FolderStack = {
  stores: Stores;
  /** Added to the clock of the function after each reading, to make it run out of time. Milliseconds. */
  slownessMs: number;
  /** Added to the clock of the function. Milliseconds. */
  aheadMs: number;
  /** Number of requests to the function so far. */
  calls: number;
  /** What the index stage does with the queued messages. */
  runIndexStage(): Promise<void>;
};

/**
 * Answers `--target aws --dir DIR` with the code of the function Admin over the stores of that data folder, which a crawl on one machine
 * has filled. The caller closes the stores.
 */
export async function openFolderStack(dir: string): Promise<FolderStack> {
  const stores = openStores(dir);
  let lateMs = 0;
  const stack: FolderStack = {
    stores,
    slownessMs: 0,
    aheadMs: 0,
    calls: 0,
    async runIndexStage() {
      for (const { message } of await stores.records.receive(10, 1_000)) {
        const { stageCache: _, ...ports } = stores;
        await indexRecords(message, ports);
      }
    },
  };
  const now = () => {
    lateMs += stack.slownessMs;
    return Date.now() + lateMs + stack.aheadMs;
  };
  const clock = { ...stores.clock, now };
  const { url } = await fakeAws(async ({ body }) => {
    stack.calls++;
    return administerFolder(body, { ...stores, clock });
  });
  mkdirSync(join(dir, 'aws'), { recursive: true });
  const noted = { stack: 'Thresher', region: REGION, outputs: { ApiUrl: `${url}/` } };
  writeFileSync(join(dir, 'aws', 'Thresher.json'), JSON.stringify(noted));
  withCredentials();
  return stack;
}
