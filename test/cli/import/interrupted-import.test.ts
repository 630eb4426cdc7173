import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stageWorkers } from '../../../cli/run/threads/threads.ts';
import { openStores } from '../../../cli/run/wiring.ts';
import { documentsKey } from '../../../shared/clean/documents-key.ts';
import { thresher } from '../test-terminal.ts';
import { type ImportFolder, importFolder, page, response } from './import-folder.ts';

const { start } = stageWorkers;
let folder: ImportFolder;
beforeEach(() => {
  folder = importFolder();
});
afterEach(() => {
  stageWorkers.start = start;
  folder.remove();
});

/** A thread that processes nothing. */
function startIdle() {
  const events = new EventEmitter();
  const end = () => void events.emit('exit', 0);
  return Object.assign(events, { postMessage: (message: string) => message === 'end' && end(), terminate: end });
}

test('an import that is interrupted while objects of an earlier run wait does not send them again', async () => {
  const file = folder.file('a.warc', response('moss', page('moss')));
  await folder.run(file);
  const stores = openStores(folder.data);
  for await (const key of stores.objects.list('raw/archive/')) {
    await stores.objects.delete([documentsKey(key)]);
    await stores.captures.send([{ crawl: 'archive', key }]);
  }
  stageWorkers.start = startIdle;
  const importing = thresher(['import', file, '--dir', folder.data], [], { interrupt: AbortSignal.abort() });
  expect((await importing).code).toBe(130);
  expect((await stores.captures.depth()).waiting).toBe(1);
  stores.close();
});
