/** `npm start`: runs a demo crawl without arguments, and `thresher crawl` with URLs. */
import { rmSync } from 'node:fs';
import process from 'node:process';
import { writeDemo } from '../demo/demo.ts';
import { startSite } from '../demo/server.ts';
import { EXIT, type ExitCode } from './command.ts';
import { crawlCommand } from './commands/crawl.ts';
import { searchCommand } from './commands/search.ts';
import { runAndReport } from './crawl/run-and-report.ts';
import { loadCrawlFile } from './load-crawl.ts';
import { exitAfterOutput, reportErrors } from './main.ts';
import { processTerminal, type Terminal } from './output/terminal.ts';

/** Data folder of the demo, ignored by git. Each run creates it anew. */
const DEMO_DIR = '.thresher/demo';
const DEMO_QUERY = 'carnivorous plants';

/** Crawls a small local website, then searches it. It sends no requests to other machines. */
async function runDemo(terminal: Terminal): Promise<ExitCode> {
  rmSync(DEMO_DIR, { recursive: true, force: true });
  const site = await startSite();
  terminal.out(`Crawling a demo website on this machine (port ${site.port}) for pages about carnivorous plants …`);
  let code: ExitCode;
  try {
    const settings = await loadCrawlFile(writeDemo(DEMO_DIR, site.port));
    code = await runAndReport(settings, { dir: DEMO_DIR, query: DEMO_QUERY }, terminal);
  } finally {
    await site.close();
  }
  if (code !== EXIT.done) return code;
  terminal.out(`\nFirst results of that search:`);
  return searchCommand.run([DEMO_QUERY, '--dir', DEMO_DIR, '--size', '3'], terminal);
}

const args = process.argv.slice(2);
const terminal = processTerminal();
exitAfterOutput(
  await reportErrors(terminal, () => (args.length === 0 ? runDemo(terminal) : crawlCommand.run(args, terminal))),
);
