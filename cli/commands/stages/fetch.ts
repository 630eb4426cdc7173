import { writeFile } from 'node:fs/promises';
import type { HttpResponse } from '../../../shared/ports/fetcher.ts';
import { REASONS, type Reason } from '../../../shared/url/reason.ts';
import type { Url } from '../../../shared/url/url.ts';
import { command, EXIT, JSON_OPTION, UsageError } from '../../command.ts';
import { fetchFollowingRedirects, type LogStep } from '../../fetch/follow-redirects.ts';
import { openPoliteClient, type PoliteClient, WEB_OPTIONS, type WebOptions } from '../../fetch/polite-client.ts';
import { formatJson } from '../../output/format-json.ts';
import { checkOutputFile } from '../../output/output-file.ts';
import { printable, type Terminal } from '../../output/terminal.ts';
import { renderAnswer } from '../../rendering/render-answer.ts';

/** One decision, in the shape of a step of `thresher explain`. */
type Step = { step: string; decision: string; reason: Reason | null; detail: string };

export const fetchCommand = command({
  name: 'fetch',
  usage: ['URL [--render] [-o FILE] [--json]'],
  about:
    'Fetches one URL as a crawl would and prints each step: normalisation, guard, robots.txt, request, redirects and outcome.\nIt stores nothing but FILE.',
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
  },
  examples: [
    ['thresher fetch https://example.org/old -o page.html', 'Follow redirects and save the body as page.html'],
    ['thresher fetch https://app.example/ --render', 'Show what the scripts of a page request'],
  ],
  async run({ operands: [address, ...more], options }, terminal) {
    if (address === undefined || more.length > 0) throw new UsageError('thresher fetch: give exactly one URL');
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
  return (step, decision, detail, reason) => {
    const logged: Step = { step, decision, reason: reason ?? null, detail };
    if (json) return void terminal.out(formatJson(logged));
    const why = reason ? ` (${reason}: ${REASONS[reason]})` : '';
    terminal.out(`${step.padEnd(8)}  ${decision.padEnd(8)}  ${printable(detail)}${why}`.trimEnd());
  };
}
