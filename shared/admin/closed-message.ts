import type { CrawlState } from '../ports/control.ts';

/** Says who can open a paused or stopped crawl of a stack, and how. Two lines. */
export function closedMessage({ crawl, state }: { crawl: string; state: CrawlState }): string {
  return [
    `crawl ${crawl} in this stack is ${state} (by \`thresher ${state === 'paused' ? 'pause' : 'stop'}\`), so nothing was changed`,
    `everyone who may call the stack's POST /admin (execute-api:Invoke) can open it: add --resume to \`thresher crawl\`, or run: npx thresher resume --target aws --name ${crawl}`,
  ].join('\n');
}
