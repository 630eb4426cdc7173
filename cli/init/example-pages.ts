/** Reads the example pages of `thresher init --examples`, and pages that they link to, to compare with. */
import { readFile } from 'node:fs/promises';
import type { ExampleText } from '../../shared/classify/examples/propose-terms.ts';
import { inputOf } from '../../shared/classify/filters/model.ts';
import { isModelFile } from '../../shared/classify/models/model-file.ts';
import type { CleanAnswer } from '../../shared/clean/answer-clean.ts';
import { isBotCheck } from '../../shared/http/bot-check.ts';
import { urlListReader } from '../../shared/seeds/url-list.ts';
import { hostOf, originOf, type Url } from '../../shared/url/url.ts';
import { UsageError } from '../command.ts';
import { cleanFile, cleanResponse } from '../commands/stages/clean.ts';
import { fetchFollowingRedirects } from '../fetch/follow-redirects.ts';
import type { PoliteClient, WebOptions } from '../fetch/polite-client.ts';
import { printable, type Terminal } from '../output/terminal.ts';
import { describeReadError } from '../read-text-file.ts';
import { checkSeed } from './check-answers.ts';

/** A cleaned page. `source`: URL or file as given. `isFetched`: the URL was requested, so it can be a seed. */
export type ExamplePage = { source: string; document: CleanAnswer; isFetched: boolean };

export type PageSource = { web: PoliteClient; options: WebOptions; terminal: Terminal };

/** Maximum number of pages that are fetched to compare with. */
const MAX_OTHERS = 20;
/** Maximum number of them on one host. */
const MAX_OTHERS_PER_HOST = 10;

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/**
 * Replaces each list of URLs, in the form of seed files, by its URLs.
 *
 * @throws UsageError if a file cannot be read; with each line of a list that has no URL
 */
export async function expandLists(given: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  const urls = given.map(async (one) => {
    if (isUrl(one) || !/\.(?:txt|lst|urls)$/i.test(one)) return [one];
    const bytes = await readFile(one).catch((error: unknown) => {
      throw new UsageError(`--examples: ${one}: ${describeReadError(error)}`);
    });
    return isList(bytes.toString()) ? readList(bytes, one, faults) : [one];
  });
  const found = [...new Set((await Promise.all(urls)).flat())];
  if (faults.length > 0) throw new UsageError(...faults);
  return found;
}

/** Whether a text is a list: it has a line that starts with a URL, and at least half of its lines look like lines of a list. */
function isList(text: string): boolean {
  const lines = text.split(/\r\n?|\n/).filter((line) => !/^\s*(?:#|$)/.test(line));
  const hasUrl = (line: string) => /^\s*(?:\{.*"url"\s*:\s*")?https?:\/\//i.test(line);
  const isLike = (line: string) => hasUrl(line) || /^\s*[^\s.:/]+[.:/]\S+\s*$/.test(line);
  return lines.some(hasUrl) && lines.filter(isLike).length >= lines.length / 2;
}

/** @param faults receives a message for each line without a URL */
function readList(bytes: Uint8Array, file: string, faults: string[]): string[] {
  const urls: string[] = [];
  const fault = (at: number, message: string) => faults.push(`--examples: ${file}:${at}: ${message}`);
  const reader = urlListReader({
    seed({ url, at }) {
      const problem = isUrl(url) ? checkSeed(url) : `${url}: must be a URL that starts with http:// or https://`;
      if (problem === undefined) urls.push(url);
      else fault(at, problem);
    },
    fault,
  });
  reader.write(bytes);
  reader.end();
  return urls;
}

/**
 * Reads the examples. One that cannot be read, or has no text, is reported and left out.
 *
 * @throws UsageError for a missing file and for a model
 */
export async function readExamples(given: readonly string[], source: PageSource): Promise<ExamplePage[]> {
  const pages: ExamplePage[] = [];
  for (const one of given) {
    if (source.terminal.interrupt.aborted) break;
    const document = isUrl(one) ? await fetchDocument(one, source) : await readExample(one);
    if (document === undefined) continue;
    if (document.text.trim() === '') {
      const why = document.reason === null ? '' : ` (${document.reason})`;
      source.terminal.err(`example ${printable(one)}: has no text${why} and is left out`);
    } else pages.push({ source: one, document, isFetched: isUrl(one) });
  }
  return pages;
}

async function readExample(file: string): Promise<CleanAnswer> {
  const document = await cleanFile(file, {});
  if (isModelFile(await readFile(file)))
    throw new UsageError(
      `--examples: ${file}: is a model of \`thresher train\`; give the pages that it should learn from`,
    );
  return document;
}

/** Fetches front pages of the examples' hosts, and pages that the examples link to. Those that fail are left out. */
export async function fetchOthers(examples: readonly ExamplePage[], source: PageSource): Promise<ExamplePage[]> {
  const pages: ExamplePage[] = [];
  for (const url of otherUrls(examples)) {
    if (source.terminal.interrupt.aborted) break;
    const document = await fetchDocument(url, source, true);
    if (document && document.text.trim() !== '' && document.mimeType === 'text/html')
      pages.push({ source: url, document, isFetched: true });
  }
  return pages;
}

/** Chooses pages of all examples in turn, front pages first. */
function otherUrls(examples: readonly ExamplePage[]): Url[] {
  const fetched = examples.filter(({ isFetched }) => isFetched);
  const known = new Set(fetched.map(({ document }) => document.url));
  const lists = fetched.map(({ document: { url, links } }) => [
    `${originOf(url as Url)}/` as Url,
    ...links.map((link) => link.url).filter(isPage),
  ]);
  const chosen = new Set<Url>();
  const perHost = new Map<string, number>();
  for (let i = 0; chosen.size < MAX_OTHERS && lists.some((list) => i < list.length); i++)
    for (const list of lists) {
      const url = list[i];
      if (url === undefined || known.has(url) || chosen.has(url) || chosen.size >= MAX_OTHERS) continue;
      const n = perHost.get(hostOf(url)) ?? 0;
      if (n >= MAX_OTHERS_PER_HOST) continue;
      perHost.set(hostOf(url), n + 1);
      chosen.add(url);
    }
  return [...chosen];
}

/** Whether a URL is probably a page: it has no file extension but those of pages. */
const isPage = (url: string): boolean =>
  isUrl(url) && !/\.(?!(?:x?html?|php|aspx?|jsp|cfm|shtml)$)\w{1,5}$/i.test(new URL(url).pathname);

/** @returns undefined if the request failed, or if the site sent a check for browsers or people; unless `isQuiet`, the reason is printed */
async function fetchDocument(
  address: string,
  { web, options, terminal }: PageSource,
  isQuiet = false,
): Promise<CleanAnswer | undefined> {
  let last = '';
  let isPrivate = false;
  const answer = await fetchFollowingRedirects(address, web, options, (step, decision, detail, reason) => {
    isPrivate ||= reason === 'private-address';
    if (step !== 'header') last = `${decision} ${detail}${reason === undefined ? '' : ` (${reason})`}`.trim();
  });
  if (answer && answer.status < 300 && !isBotCheck(answer.headers))
    return cleanResponse(web.requests.at(-1)!.url, answer);
  const advice = isPrivate ? '; allow its address with --allow-private, such as --allow-private 127.0.0.0/8' : '';
  if (!isQuiet) terminal.err(`example ${printable(address)}: ${printable(last)}; it is left out${advice}`);
  return undefined;
}

/** Returns what a topic learns of a page. Terms are learned from its main text: link texts are often those of a menu. */
export function textOf({ document }: ExamplePage): ExampleText {
  const { title, text: whole, language } = inputOf({ ...document, url: document.url as Url });
  return { title: title ?? '', text: document.text, language, whole };
}
