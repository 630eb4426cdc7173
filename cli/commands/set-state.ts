import type { CrawlState } from '../../shared/ports/control.ts';
import { callAdmin, resolveCrawl } from '../aws/api.ts';
import { openStack, TARGET_OPTIONS, type TargetOptions, targetsAws } from '../aws/target.ts';
import { type Command, CRAWL_OPTIONS, command, EXIT } from '../command.ts';
import { type CrawlLocation, withCrawl } from '../open-crawl.ts';
import { formatJson } from '../output/format-json.ts';
import type { Terminal } from '../output/terminal.ts';

export const pauseCommand = createStateCommand('paused', {
  name: 'pause',
  about:
    'Pauses a crawl. It fetches nothing until `thresher resume`; pages that are already fetched are still processed. A running\n`thresher crawl` ends; one with --watch waits. Visits in progress end within 15 s.',
  example: 'Pause the crawl in the folder .thresher',
});

export const resumeCommand = createStateCommand('open', {
  name: 'resume',
  about: 'Reopens a paused or stopped crawl. Run `thresher crawl` to continue it.',
  example: 'Reopen the crawl in the folder .thresher',
});

export const stopCommand = createStateCommand('stopped', {
  name: 'stop',
  about:
    'Closes a crawl. It fetches nothing and adds no links until `thresher resume`. Its data is kept. Visits in\nprogress end within 15 s.',
  example: 'Close the crawl in the folder .thresher',
});

type StateCommand = { name: 'pause' | 'resume' | 'stop'; about: string; example: string };

function createStateCommand(state: CrawlState, { name, about, example }: StateCommand): Command {
  return command({
    name,
    usage: ['[--dir DIR] [--name NAME] [--target aws [--stack NAME]]'],
    about,
    options: { ...CRAWL_OPTIONS, ...TARGET_OPTIONS },
    examples: [
      [`thresher ${name}`, example],
      [`thresher ${name} --target aws --name plants`, 'Do the same with a crawl in a stack'],
    ],
    async run({ options }, terminal) {
      const crawl = await (targetsAws(options)
        ? setStackState(name, options, terminal)
        : setLocalState(state, options));
      terminal.out(options.json ? formatJson({ crawl, state }) : `${crawl}: ${state}`);
      return EXIT.done;
    },
  });
}

/** Sets the state in the data folder. A running crawl polls it there. */
function setLocalState(state: CrawlState, place: CrawlLocation): Promise<string> {
  return withCrawl(place, 'write', async ({ crawl }, { control }) => {
    await control.setState(crawl, state);
    return crawl;
  });
}

async function setStackState(
  action: StateCommand['name'],
  options: TargetOptions & CrawlLocation,
  terminal: Terminal,
): Promise<string> {
  const stack = await openStack(options, terminal);
  const crawl = await resolveCrawl(stack, options.name);
  await callAdmin(stack, { action, crawl });
  return crawl;
}
