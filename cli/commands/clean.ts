import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { answerClean, type CleanAnswer } from '../../shared/clean/clean-line.ts';
import { type CleanOptions, DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { FORMAT_NAMES } from '../../shared/clean/document-formats.ts';
import { markdownWriter } from '../../shared/clean/markdown/writer.ts';
import { command, EXIT, JSON_OUT, JSONL, UsageError } from '../command.ts';
import { whyNot } from '../load-crawl.ts';
import { answerLines } from '../output/json-lines.ts';
import { printDocument } from '../output/print-document.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { openConverter } from '../run/converter.ts';
import { openOneUrl, WEB_OPTIONS, type WebOptions } from '../seeds/polite-client.ts';
import { follow } from './fetch.ts';

export const cleanCommand = command({
  name: 'clean',
  usage: [
    'FILE|URL [--url URL] [--type TYPE] [--crawl FILE] [--json | --markdown]',
    '[--crawl FILE] --jsonl < questions',
  ],
  about: 'What a page or a document says: its main text, title, metadata, language and links.',
  options: {
    url: { type: 'string', value: 'URL', help: 'where the page is from: relative links are resolved against it' },
    type: { type: 'string', value: 'TYPE', help: "the server's Content-Type, such as 'text/html; charset=utf-8'" },
    ...WEB_OPTIONS,
    crawl: {
      type: 'string',
      value: 'FILE',
      help: 'a crawl.yaml: with its rules of extraction and documents, fields, news profile and plug-ins',
    },
    json: JSON_OUT,
    markdown: { type: 'boolean', help: 'print the main text as Markdown, and nothing else' },
    jsonl: JSONL,
  },
  examples: [
    ['thresher clean page.html --url https://example.org/page.html', 'for reading'],
    ['thresher clean paper.pdf --json', 'a document, with all that it says of itself'],
    ['thresher clean https://example.org/paper.pdf', 'fetched first, as a crawl would'],
    ['thresher clean page.html --markdown > page.md', 'the main text with its headings, lists, tables and links'],
    ['thresher clean https://example.org/list --crawl crawl.yaml', 'what the rules of a crawl find there'],
    [`echo '{"id":1,"url":"https://example.org/","html":"<p>Hello"}' | thresher clean --jsonl`, 'as a filter'],
  ],
  async run({ operands: [file, ...more], options }, terminal) {
    const how = await cleanOptions(options.crawl);
    if (options.jsonl) return cleanLines(terminal, how);
    if (file === undefined || more.length > 0) throw new UsageError('thresher clean: give one file or URL, or --jsonl');
    const isUrl = /^https?:\/\//i.test(file);
    const answered = isUrl ? await cleanUrl(file, options, terminal, how) : await cleanFile(file, options, how);
    if (!answered) return terminal.interrupt.aborted ? EXIT.interrupted : EXIT.errors;
    const { id: _, ...answer } = answered;
    if (options.json) terminal.out(JSON.stringify(answer));
    else if (!options.markdown) printDocument(answer, terminal);
    else for (const line of (answer.markdown ?? '').split('\n')) terminal.out(printable(line));
    return options.markdown && answer.reason !== null ? EXIT.errors : EXIT.done;
  },
});

/** @throws UsageError when the file cannot be read. */
export async function cleanFile(
  file: string,
  given: { url?: string; type?: string },
  how: CleanOptions = EVERYTHING,
): Promise<CleanAnswer> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`${file}: ${whyNot(error)}`);
  });
  const url = given.url ?? pathToFileURL(file).href;
  return cleanBytes({ url, contentType: given.type ?? '' }, bytes, how);
}

/** @returns undefined: it could not be fetched; why has been said. */
async function cleanUrl(
  address: string,
  options: WebOptions,
  terminal: Terminal,
  how: CleanOptions,
): Promise<CleanAnswer | undefined> {
  const web = openOneUrl(options, terminal.interrupt);
  const steps: string[] = [];
  try {
    const answer = await follow(address, web, options, (step, decision, detail) =>
      steps.push(`${step}  ${decision}  ${printable(detail)}`),
    );
    if (answer) {
      const { body, address } = answer;
      const headers = Object.groupBy(answer.headers, ([name]) => name.toLowerCase());
      const said = Object.fromEntries(
        Object.entries(headers).map(([name, all]) => [name, all!.map(([, text]) => text)]),
      );
      return await cleanBytes({ url: web.asked.at(-1)!.url, headers: said, address }, body, how);
    }
    for (const step of steps) terminal.err(step);
    return undefined;
  } finally {
    await web.close();
  }
}

async function cleanBytes(said: object, bytes: Uint8Array, how: CleanOptions): Promise<CleanAnswer> {
  const converter = openConverter();
  try {
    return await answerClean({ ...said, bodyBase64: Buffer.from(bytes).toString('base64') }, how, converter);
  } finally {
    await converter.close();
  }
}

async function cleanLines(terminal: Terminal, how: CleanOptions) {
  const converter = openConverter();
  try {
    return await answerLines((question) => answerClean(question, how, converter), terminal);
  } finally {
    await converter.close();
  }
}

/** Whoever gives a file wants to know what is in it: every format, and the main text with its structure. */
const EVERYTHING: CleanOptions = {
  ...DEFAULT_CLEAN_OPTIONS,
  markdown: markdownWriter,
  pageLimits: { ...DEFAULT_CLEAN_OPTIONS.pageLimits, maxMedia: 1_000 },
  documents: { ...DEFAULT_CLEAN_OPTIONS.documents, types: FORMAT_NAMES },
};

/** @throws SettingsError, UsageError when the crawl.yaml cannot be read. */
async function cleanOptions(crawlFile: string | undefined): Promise<CleanOptions> {
  if (crawlFile === undefined) return EVERYTHING;
  const [{ loadCrawlFile }, { wholeCleanOptionsOf }, { loadForClean }] = await Promise.all([
    import('../load-crawl.ts'),
    import('../../shared/settings/whole-clean-options.ts'),
    import('../run/plugins.ts'),
  ]);
  // As the crawl would have it, which also says what documents it wants.
  return { ...(await wholeCleanOptionsOf(await loadCrawlFile(crawlFile), loadForClean)), markdown: markdownWriter };
}
