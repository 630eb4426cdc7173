import { existsSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { answerClean, type CleanAnswer } from '../../../shared/clean/answer-clean.ts';
import type { CleanOptions } from '../../../shared/clean/clean-options.ts';
import { isBotCheck } from '../../../shared/http/bot-check.ts';
import type { Converter } from '../../../shared/ports/converter.ts';
import type { HttpResponse } from '../../../shared/ports/fetcher.ts';
import type { Settings } from '../../../shared/settings/settings.ts';
import { REASONS } from '../../../shared/url/reason.ts';
import { command, EXIT, JSON_OPTION, JSONL_OPTION, UsageError } from '../../command.ts';
import { fetchFollowingRedirects } from '../../fetch/follow-redirects.ts';
import { openPoliteClient, WEB_OPTIONS, type WebOptions, webOptionsOf } from '../../fetch/polite-client.ts';
import { questionOfResponse } from '../../fetch/question-of-response.ts';
import { checkFilterArguments } from '../../filter-input.ts';
import { formatJson } from '../../output/format-json.ts';
import { answerLines } from '../../output/json-lines.ts';
import { printDocument } from '../../output/print-document.ts';
import { pipedLine, printable, printableLine, type Terminal } from '../../output/terminal.ts';
import { readFileBytes } from '../../read-text-file.ts';
import { ALL_FORMATS, loadCleanOptions } from '../../run/clean-options.ts';
import { openConverter } from '../../run/converter.ts';

export const cleanCommand = command({
  name: 'clean',
  usage: [
    'FILE|URL|- [--url URL] [--type TYPE] [--crawl FILE] [--json | --markdown]',
    '[--crawl FILE] --jsonl < requests.jsonl',
  ],
  about: `Extracts the main text, title, metadata, language and links of a page or document: a file, a URL, or - for standard input.

A request of --jsonl is {id, url, html}, or {id, url, bodyBase64, contentType} for the body of a response in any format; it may have
\`headers\` ({name: value}), \`address\` (the server's IP address) and \`truncated\` (whether the body is cut). The answer has the fields of --json,
which for a URL also has the HTTP \`status\`. A check for browsers, by its \`headers\`, has no text and the \`reason\` bot-check.`,
  options: {
    url: { type: 'string', value: 'URL', help: 'URL of the page, to resolve relative links' },
    type: { type: 'string', value: 'TYPE', help: "Content-Type of the page, such as 'text/html; charset=utf-8'" },
    ...WEB_OPTIONS,
    crawl: {
      type: 'string',
      value: 'FILE',
      help: 'use the extraction rules, document types, fields, news profile and plug-ins of this crawl.yaml; for a URL also its userAgent, pause and network',
    },
    json: JSON_OPTION,
    markdown: { type: 'boolean', help: 'print only the main text, as Markdown' },
    jsonl: JSONL_OPTION,
  },
  examples: [
    ['thresher clean page.html --url https://example.org/page.html', 'Extract a page and print the result as text'],
    ['thresher clean paper.pdf --json', 'Extract a PDF with all its properties'],
    ['thresher clean https://example.org/paper.pdf', 'Fetch a document politely, then extract it'],
    [
      'curl -s https://example.org/a | thresher clean - --url https://example.org/a',
      'Extract a page from another program',
    ],
    ['thresher clean page.html --markdown > page.md', 'Convert the main text to Markdown'],
    ['thresher clean https://example.org/list --crawl crawl.yaml', 'Apply the extraction rules of a crawl'],
    [
      `echo '{"id":1,"url":"https://example.org/","html":"<p>Hello"}' | thresher clean --jsonl`,
      'Extract pages as a filter',
    ],
  ],
  async run({ operands, options }, terminal) {
    const { crawl, jsonl, json, ...single } = options;
    if (jsonl) checkFilterArguments('clean', operands, single);
    if (json && options.markdown) throw new UsageError('thresher clean: give --json or --markdown, not both');
    if (options.url !== undefined && !URL.canParse(options.url))
      throw new UsageError(`--url: ${options.url}: must be an absolute URL, such as https://example.org/page.html`);
    const settings = crawl === undefined ? undefined : await loadSettings(crawl);
    const how = settings ? await loadCleanOptions(settings) : ALL_FORMATS;
    if (jsonl) return cleanLines(terminal, how);
    const [file, ...more] = operands;
    if (file === undefined || more.length > 0)
      throw new UsageError('thresher clean: give exactly one file, URL or - for standard input, or --jsonl');
    const web = { ...(settings && webOptionsOf(settings)), ...options };
    const result = await cleanOperand(file, web, terminal, how);
    if (!result) return terminal.interrupt.aborted ? EXIT.interrupted : EXIT.errors;
    const { id: _, ...answer } = result;
    if (json) terminal.out(formatJson(answer));
    else if (!options.markdown) printDocument(answer, terminal);
    else if (answer.reason !== null) terminal.err(`${file}: ${answer.reason} (${REASONS[answer.reason]})`);
    else printMarkdown(answer.markdown ?? '', terminal);
    return options.markdown && answer.reason !== null ? EXIT.errors : EXIT.done;
  },
});

/** A host name with a path, or one that begins with `www`. */
const HOST_AND_PATH = /^(?:[\p{L}\d-]+\.)+[\p{L}\d-]{2,}(?::\d+)?\/|^www\./u;

/** Prints Markdown. Tabs are part of code; files also keep the direction marks of Arabic and Hebrew texts. */
function printMarkdown(markdown: string, terminal: Terminal): void {
  const shown = terminal.isTTY ? printableLine : pipedLine;
  for (const line of markdown.split('\n')) terminal.out(shown(line));
}

/** URL of a page on standard input, unless another one is given. */
const INPUT_URL = 'file:///dev/stdin';

/**
 * Extracts a page or document from a URL, which it fetches, from a file, or from standard input (`-`).
 *
 * @returns undefined if the user interrupts, or the fetch failed; its steps are then printed on standard error
 * @throws UsageError if the file cannot be read
 */
export async function cleanOperand(
  operand: string,
  options: WebOptions & { url?: string; type?: string },
  terminal: Terminal,
  how: CleanOptions = ALL_FORMATS,
): Promise<FetchedAnswer | undefined> {
  if (/^https?:\/\//i.test(operand)) return cleanUrl(operand, options, terminal, how);
  if (HOST_AND_PATH.test(operand) && !existsSync(operand))
    throw new UsageError(`${operand}: no such file; a URL begins with https:// or http://`);
  return cleanInput(operand, options, terminal, how);
}

async function cleanInput(
  file: string,
  given: { url?: string; type?: string },
  terminal: Pick<Terminal, 'input' | 'interrupt'>,
  how: CleanOptions,
): Promise<CleanAnswer | undefined> {
  if (file !== '-') return cleanFile(file, given, how);
  const bytes = await buffer(terminal.input());
  if (terminal.interrupt.aborted) return undefined;
  return cleanBytes({ url: given.url ?? INPUT_URL, contentType: given.type ?? '' }, bytes, how);
}

/**
 * Extracts a page or document from a file.
 *
 * @throws UsageError if the file cannot be read
 */
export async function cleanFile(
  file: string,
  given: { url?: string; type?: string },
  how: CleanOptions = ALL_FORMATS,
): Promise<CleanAnswer> {
  const bytes = await readFileBytes(file);
  const url = given.url ?? pathToFileURL(file).href;
  return cleanBytes({ url, contentType: given.type ?? '' }, bytes, how);
}

/** A document, and the HTTP status of the response if it was fetched. */
type FetchedAnswer = CleanAnswer & { status?: number };

/**
 * Fetches a URL and extracts the response.
 *
 * @returns undefined if the fetch failed, or if the site sent a check for browsers or people; the steps are then printed on standard error
 */
async function cleanUrl(
  address: string,
  options: WebOptions,
  terminal: Terminal,
  how: CleanOptions,
): Promise<FetchedAnswer | undefined> {
  const web = openPoliteClient(options, terminal.interrupt);
  const steps: string[] = [];
  try {
    const answer = await fetchFollowingRedirects(address, web, options, (step, decision, detail, reason) =>
      steps.push(`${step}  ${decision}  ${printable(detail)}${reason ? ` (${reason}: ${REASONS[reason]})` : ''}`),
    );
    if (answer && !isBotCheck(answer.headers)) {
      const { url } = web.requests.at(-1)!;
      const { status, statusText } = answer;
      // The document is that of an error page, and its text does not always say so.
      if (status >= 400) terminal.err(printable(`${url}: the server answered ${status} ${statusText}`.trimEnd()));
      return { ...(await cleanResponse(url, answer, how)), status };
    }
    for (const step of steps) terminal.err(step);
    return undefined;
  } finally {
    await web.close();
  }
}

/** Extracts a response. @param url its URL, after redirects */
export async function cleanResponse(url: string, response: HttpResponse, how = ALL_FORMATS): Promise<CleanAnswer> {
  return withConverter((converter) => answerClean(questionOfResponse(url, response), how, converter));
}

async function cleanBytes(request: object, bytes: Uint8Array, how: CleanOptions): Promise<CleanAnswer> {
  const question = { ...request, bodyBase64: Buffer.from(bytes).toString('base64') };
  return withConverter((converter) => answerClean(question, how, converter));
}

async function withConverter<T>(work: (converter: Converter) => Promise<T>): Promise<T> {
  const converter = openConverter();
  try {
    return await work(converter);
  } finally {
    await converter.close();
  }
}

async function cleanLines(terminal: Terminal, how: CleanOptions) {
  setFlagsFromString(NO_PRETENURING);
  return withConverter((converter) => answerLines((request) => answerClean(request, how, converter), terminal));
}

/**
 * Option of V8: creates all objects as young ones. By default V8 learns to create objects as old ones where some lived long. Such an object of a
 * page keeps the whole page until the next major collection of garbage.
 */
const NO_PRETENURING = '--no-allocation-site-pretenuring';

/** @throws SettingsError, UsageError if the crawl.yaml cannot be read */
async function loadSettings(crawlFile: string): Promise<Settings> {
  const { loadCrawlFileWithoutSeeds } = await import('../../load-crawl.ts');
  return loadCrawlFileWithoutSeeds(crawlFile);
}
