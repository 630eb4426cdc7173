import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { formatCount, formatNoun } from '../../../shared/text/format-count.ts';
import { command, DEFAULT_DIR, DIR_OPTION, EXIT, JSON_OPTION, UsageError } from '../../command.ts';
import { checkHasCrawl, noCrawlMessage } from '../../open-crawl.ts';
import { formatJson } from '../../output/format-json.ts';
import { quoteForShell } from '../../output/quote-for-shell.ts';
import type { Terminal } from '../../output/terminal.ts';
import { DataFolderError, indexFile } from '../../run/folder/data-folder.ts';
import { FolderInUseError, lockFolder } from '../../run/folder/folder-lock.ts';
import { openStores } from '../../run/wiring.ts';
import type { UpdatedDatabases } from '../../zebra/update-databases.ts';

const ABOUT = `Writes the records of a data folder to databases of the search engine Zebra, which library systems search by Z39.50. Each crawl
has a database of its name. The program zebrasrv serves them: with GILS and MARC 21 records, and attributes of BIB-1 and GILS. Each
vocabulary of a crawl has a database, too, named CRAWL:FIELD, with a record a term by the profile Zthes.

The first run writes the configuration and all records. Later runs write the records that are new or have changed, and delete those
that were removed. Run it as often as new pages should be found, also while a crawl runs and while zebrasrv serves the folder. --rebuild
writes everything to new files beside the current ones, and then replaces these. Files of the configuration that exist are kept.

Zebra must be installed (Debian and Ubuntu: apt-get install idzebra-2.0).`;

export const zebraCommand = command({
  name: 'zebra',
  usage: ['-o FOLDER [--rebuild] [--dir DIR] [--json]'],
  about: ABOUT,
  options: {
    output: { type: 'string', short: 'o', value: 'FOLDER', help: 'folder of the databases; it is created' },
    rebuild: { type: 'boolean', help: 'write all records to new files, which then replace the current ones' },
    dir: DIR_OPTION,
    json: JSON_OPTION,
  },
  examples: [
    ['thresher zebra -o zebra', 'Create the databases, or bring them up to date'],
    ['thresher zebra -o zebra --rebuild', 'Rebuild them whole, once a day or after a change of tab/gils.abs'],
  ],
  async run({ operands, options: { output, rebuild = false, dir = DEFAULT_DIR, json = false } }, terminal) {
    if (operands.length > 0) throw new UsageError(`thresher zebra: ${operands[0]}: unexpected argument`);
    if (output === undefined || output === '')
      throw new UsageError('thresher zebra: no folder; give one with -o FOLDER');
    if (resolve(output) === resolve(dir)) throw new UsageError(`-o ${output}: is the data folder; give another one`);
    checkHasCrawl(dir);
    const { checkZebra, ZebraError } = await import('../../zebra/zebraidx.ts');
    await checkZebra(terminal.env);
    const unlock = lockDatabases(output);
    try {
      const updated = await update(dir, output, rebuild, terminal);
      if (json) terminal.out(formatJson(updated));
      else await printUpdated(updated, output, terminal);
      return EXIT.done;
    } catch (error) {
      if (terminal.interrupt.aborted) return EXIT.interrupted;
      if (!(error instanceof ZebraError)) throw error;
      for (const line of error.message.split('\n')) terminal.err(line);
      return EXIT.errors;
    } finally {
      unlock();
    }
  },
});

/** Locks the folder of the databases against other runs of this command. @throws UsageError */
function lockDatabases(folder: string): () => void {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUseError)
      throw new UsageError(`-o ${folder}: another command is writing there; wait for it`);
    // Its message names the option of the data folder.
    if (error instanceof DataFolderError)
      throw new UsageError(`-o ${folder}: cannot be created, or is not a folder; give another one`);
    throw error;
  }
}

async function update(dir: string, folder: string, rebuild: boolean, terminal: Terminal): Promise<UpdatedDatabases> {
  const { updateDatabases } = await import('../../zebra/update-databases.ts');
  const { crawlVocabularies } = await import('../../zebra/crawl-vocabularies.ts');
  const stores = openStores(dir, 'read');
  const { control, index, close } = stores;
  try {
    const crawls = (await control.list()).map(({ crawl }) => crawl);
    if (crawls.length === 0) throw new UsageError(noCrawlMessage(dir));
    // `thresher reindex` replaces the file, and the new one does not know what was removed before.
    const { ino, birthtimeMs } = statSync(indexFile(dir));
    return await updateDatabases(
      folder,
      {
        index,
        crawls,
        vocabularies: await crawlVocabularies(crawls, stores),
        indexIdentity: `${resolve(dir)} ${ino} ${Math.floor(birthtimeMs)}`,
      },
      { rebuild, env: terminal.env, signal: terminal.interrupt },
    );
  } finally {
    close();
  }
}

async function printUpdated(
  { rebuilt, databases, vocabularies }: UpdatedDatabases,
  folder: string,
  terminal: Terminal,
): Promise<void> {
  const { SERVER_FILE, clientAddress } = await import('../../zebra/configuration.ts');
  for (const { crawl, written, removed } of databases)
    terminal.out(
      rebuilt
        ? `${crawl}: ${formatNoun(written, 'record')}`
        : `${crawl}: ${formatNoun(written, 'record')} written, ${formatCount(removed)} removed`,
    );
  for (const { database, terms } of vocabularies) terminal.out(`${database}: ${formatNoun(terms, 'term')}`);
  const address = clientAddress(await readFile(join(folder, SERVER_FILE), 'utf8'));
  const [{ crawl }] = databases as [UpdatedDatabases['databases'][number]];
  terminal.err(`Serve it:  cd ${quoteForShell(folder)} && zebrasrv -f ${SERVER_FILE}`);
  terminal.err(`Search it: yaz-client ${address}/${crawl}, then: find @attr 1=4 word, format usmarc, show 1`);
}
