import { writeFile } from 'node:fs/promises';
import type { HttpResponse } from '../../../shared/ports/fetcher.ts';
import { REASONS } from '../../../shared/url/reason.ts';
import type { Url } from '../../../shared/url/url.ts';
import { command, EXIT, type ExitCode, JSON_OPTION, JSONL_OPTION, UsageError } from '../../command.ts';
import { answerFetch, type FetchStep, stepLog } from '../../fetch/answer-fetch.ts';
import { fetchFollowingRedirects, type LogStep } from '../../fetch/follow-redirects.ts';
import { openPoliteClient, type PoliteClient, WEB_OPTIONS, type WebOptions } from '../../fetch/polite-client.ts';
import { checkFilterArguments, requiredString } from '../../filter-input.ts';
import { formatJson } from '../../output/format-json.ts';
import { answerLines } from '../../output/json-lines.ts';
import { checkOutputFile } from '../../output/output-file.ts';
import { printable, type Terminal } from '../../output/terminal.ts';
import { renderAnswer } from '../../rendering/render-answer.ts';

export const fetchCommand = command({
  name: 'fetch',
  usage: ['URL [--render] [-o FILE] [--json]', '--jsonl < requests.jsonl'],
  about:
    'Fetches one URL as a crawl would and prints each step: normalisation, guard, robots.txt, request, redirects and outcome.\nIt stores nothing but FILE. As a filter it reads {id, url} lines and answers {id, url, outcome, reason, status, contentType, headers, address, truncated, bodyBase64, steps}, which `thresher clean --jsonl` reads.',
  options: {
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'write the response body, or the rendered page, to this file',
    },
    render: {
      type: 'boolean',
      help: 'run the scripts of the page in a browser (needs Chromium; see docs/rendering.md)',
    },
    ...WEB_OPTIONS,
    json: JSON_OPTION,
    jsonl: JSONL_OPTION,
  },
  examples: [
    ['thresher fetch https://example.org/old -o page.html', 'Follow redirects and save the body as page.html'],
    ['thresher fetch https://app.example/ --render', 'Show what the scripts of a page request'],
    [
      `echo '{"id":1,"url":"https://example.org/"}' | thresher fetch --jsonl | thresher clean --jsonl`,
      'Fetch URLs as a filter, and clean their pages',
    ],
  ],
  async run({ operands, options }, terminal) {
    if (options.jsonl) return answerRequests(operands, options, terminal);
    const [address, ...more] = operands;
    if (address === undefined || more.length > 0)
      throw new UsageError('thresher fetch: give exactly one URL, or --jsonl');
    if (options.output !== undefined) await checkOutputFile(options.output, '-o');
    const log = createStepLog(terminal, options.json === true);
    const web = openPoliteClient(options, terminal.interrupt);
    try {
      const answer = await fetchFollowingRedirects(address, web, options, log);
      if (terminal.interrupt.aborted) return EXIT.interrupted;
      const content = answer && (options.render ? await render(answer, web, options, terminal, log) : answer.body);
      if (terminal.interrupt.aborted) return EXIT.interrupted;
      if (content && options.output !== undefined) await writeFile(options.output, content);
      return content ? EXIT.done : EXIT.errors;
    } finally {
      await web.close();
    }
  },
});

type FilterOptions = WebOptions & { output?: string; render?: boolean };

async function answerRequests(
  operands: readonly string[],
  options: FilterOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { output, render } = options;
  checkFilterArguments('fetch', operands, { output, render });
  const web = openPoliteClient(options, terminal.interrupt);
  try {
    return await answerLines((request) => {
      // A run of many lines may take days.
      web.forgetOld();
      return answerFetch(requiredString(request, 'url'), web, options);
    }, terminal);
  } finally {
    await web.close();
  }
}

function render(
  answer: HttpResponse,
  web: PoliteClient,
  { 'user-agent': userAgent }: WebOptions,
  { interrupt: signal }: Terminal,
  log: LogStep,
): Promise<Uint8Array | undefined> {
  const url = web.requests.at(-1)!.url as Url;
  return renderAnswer({ url, answer, userAgent }, web, { path: process.env['PATH'] ?? '', signal, log });
}

function createStepLog(terminal: Terminal, json: boolean): LogStep {
  return stepLog((logged) => terminal.out(json ? formatJson(logged) : stepLine(logged)));
}

function stepLine({ step, decision, reason, detail }: FetchStep): string {
  const why = reason ? ` (${reason}: ${REASONS[reason]})` : '';
  return `${step.padEnd(8)}  ${decision.padEnd(8)}  ${printable(detail)}${why}`.trimEnd();
}
