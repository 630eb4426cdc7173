import { command, DEFAULT_DIR, DIR_OPTION, EXIT, type ExitCode, JSON_OPTION, UsageError } from '../../command.ts';
import { sampleQuery } from '../../crawl/sample-query.ts';
import { importLines } from '../../import/import-lines.ts';
import { type ImportResult, importLocally } from '../../import/import-locally.ts';
import { openArchives } from '../../import/open-archives.ts';
import { readGivenCrawl } from '../../import/open-crawl.ts';
import { formatJson } from '../../output/format-json.ts';
import { searchCommandLine } from '../../output/summary.ts';
import { printable } from '../../output/terminal.ts';

const ABOUT = `Reads the pages in WARC, WET, ARC and WACZ files of any program (Heritrix, wget, warcio, Browsertrix, Nutch, Thresher), in files of JSON
Lines, in documents and in folders, and cleans, classifies and indexes them by the settings of a crawl. Nothing is fetched, and robots.txt is not asked.
The newest capture of each URL counts, by WARC-Date, in any order of the files; a capture never replaces a newer one that the crawl
has. Other records are counted: requests, revisits, redirects, errors, responses to POST, and URLs and media types that the crawl refuses.

A line of JSON Lines is {"url", "html"}, {"url", "bodyBase64", "contentType"} or {"url", "title", "text"}, with "fetchedAt" if the time is
known; the file may be packed by gzip. A document of any format is one page, and all files in a folder are pages, also those in its
folders: --base gives their address on the web, or one that you make up, such as https://papers.example/. Without --base the WARC,
ARC and WACZ files in a folder and its folders are read, by the endings of their names.

--crawl names a crawl of the data folder, or a crawl.yaml. The crawl of a crawl.yaml is created if the folder does not have it;
otherwise its stored settings apply. Without --crawl it is the only crawl of the folder; a new folder gets the crawl
\`archive\`, which takes every page.

The next \`thresher crawl\` does not fetch imported pages, nor follow their links. With --follow it follows their links.
\`thresher recrawl\` asks for the pages themselves.

Damaged places are named with file and offset, the run goes on, and the exit code is 1. The command needs the folder for
itself: end a running crawl first. You can kill it and run it again: it completes the import.`;

export const importCommand = command({
  name: 'import',
  usage: ['FILE|FOLDER… [--base URL] [--crawl FILE|NAME] [--follow] [--dir DIR] [--json]'],
  about: ABOUT,
  options: {
    base: {
      type: 'string',
      value: 'URL',
      help: 'address of folders and documents; files get this address with their path or name',
    },
    crawl: {
      type: 'string',
      value: 'FILE|NAME',
      help: 'a crawl.yaml, or the name of a crawl, if the folder has more than one',
    },
    follow: { type: 'boolean', help: 'let the next `thresher crawl` follow the links of the imported pages' },
    dir: DIR_OPTION,
    json: JSON_OPTION,
  },
  examples: [
    ['thresher import old.warc.gz', 'Make an archive searchable, in the folder .thresher'],
    ['thresher import *.warc.gz --crawl crawl.yaml --dir data', 'Import by the rules and the topic of a crawl.yaml'],
    ['thresher import papers --base https://papers.example/', 'Make a folder of documents searchable'],
    [
      'thresher import data/objects/raw --dir again --follow',
      'Import what another crawl has fetched, such as one whose frontier is lost',
    ],
    ['thresher import paper.pdf --base https://papers.example/', 'Add a document as https://papers.example/paper.pdf'],
    ['thresher import corpus.jsonl.gz --crawl crawl.yaml', 'Import pages or texts by the rules of a crawl.yaml'],
    ['thresher import collection.wacz --crawl plants --json', 'Add a WACZ to the crawl plants, and print the counts'],
  ],
  async run({ operands, options }, terminal) {
    const { dir = DEFAULT_DIR, json = false, follow = false } = options;
    if (operands.length === 0)
      throw new UsageError(
        'thresher import: give the WARC, ARC, WACZ or JSON Lines files, documents or folders to import',
      );
    if (operands.includes('-'))
      throw new UsageError('thresher import: -: each file is read twice, so standard input cannot be one');
    const crawlFile = options.base === undefined ? operands.find((operand) => /\.ya?ml$/i.test(operand)) : undefined;
    if (crawlFile !== undefined)
      throw new UsageError(
        `thresher import: ${crawlFile}: not an archive; select a crawl.yaml by --crawl ${crawlFile}`,
      );
    const crawl = await readGivenCrawl(options.crawl, terminal.env);
    const { archives, faults } = await openArchives(
      operands,
      options.base === undefined ? undefined : baseOf(options.base),
    );
    if (archives.length === 0) throw new UsageError(...faults);
    for (const fault of faults) terminal.err(printable(fault));
    const result = await importLocally({ dir, crawl, archives, follow }, terminal);
    const isInterrupted = terminal.interrupt.aborted;
    if (json) terminal.out(formatJson({ ...result, notRead: faults }));
    else {
      const search = searchCommandLine(await sampleQuery(dir, result.crawl), dir, result.crawl);
      for (const line of importLines(result, { faults: faults.length, isInterrupted, search })) terminal.out(line);
    }
    return exitCodeOf(result, faults, isInterrupted);
  },
});

/** Returns the address of a folder, with a slash at its end. @throws UsageError if it is none of the web */
function baseOf(given: string): string {
  const url = URL.parse(given);
  // `search` and `hash` are also empty after a question mark or number sign at the end.
  if (!url || !/^(?:https?|ftp):$/.test(url.protocol) || /[?#]/.test(url.href))
    throw new UsageError(
      `--base: ${given}: must be an address such as https://papers.example/, without query and fragment`,
    );
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

function exitCodeOf(
  { changed, damaged, deadLetters }: ImportResult,
  faults: readonly string[],
  isInterrupted: boolean,
): ExitCode {
  if (isInterrupted) return EXIT.interrupted;
  return changed + damaged + deadLetters + faults.length > 0 ? EXIT.errors : EXIT.done;
}
