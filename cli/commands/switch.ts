import type { CrawlState } from '../../shared/ports/control.ts';
import { administer, crawlOf } from '../aws/api.ts';
import { isAws, openStack, TARGET, type TargetOptions } from '../aws/target.ts';
import { type Command, command, DIR, EXIT, JSON_OUT, NAME } from '../command.ts';
import { type Place, withCrawl } from '../open-crawl.ts';
import type { Terminal } from '../output/terminal.ts';

export const pauseCommand = switchTo('paused', {
  name: 'pause',
  about:
    'Nothing is fetched any more until `thresher resume`; what is fetched already is worked off. A running crawl ends.',
  example: 'nothing is fetched any more',
});

export const resumeCommand = switchTo('open', {
  name: 'resume',
  about: 'Opens a paused or stopped crawl again. `thresher crawl` then goes on with it.',
  example: 'the crawl is open again',
});

export const stopCommand = switchTo('stopped', {
  name: 'stop',
  about: 'Closes a crawl: nothing is fetched, and no link is added, until `thresher resume`. What it gathered stays.',
  example: 'the crawl is closed; what it gathered stays',
});

type Words = { name: 'pause' | 'resume' | 'stop'; about: string; example: string };

function switchTo(state: CrawlState, { name, about, example }: Words): Command {
  return command({
    name,
    usage: ['[--dir DIR] [--name NAME] [--target aws [--stack NAME]]'],
    about,
    options: { dir: DIR, name: NAME, json: JSON_OUT, ...TARGET },
    examples: [
      [`thresher ${name}`, example],
      [`thresher ${name} --target aws --name plants`, 'the same for a crawl of a stack'],
    ],
    async run({ options }, terminal) {
      const crawl = await (isAws(options) ? switchOnAws(name, options, terminal) : switchHere(state, options));
      terminal.out(options.json ? JSON.stringify({ crawl, state }) : `${crawl}: ${state}`);
      return EXIT.done;
    },
  });
}

/** The switch is an item in the data folder, which a running crawl looks at: it need not be told otherwise. */
function switchHere(state: CrawlState, place: Place): Promise<string> {
  return withCrawl(place, 'write', async ({ crawl }, { control }) => {
    await control.setState(crawl, state);
    return crawl;
  });
}

async function switchOnAws(action: Words['name'], options: TargetOptions & Place, terminal: Terminal): Promise<string> {
  const stack = await openStack(options, terminal);
  const crawl = await crawlOf(stack, options.name);
  await administer(stack, { action, crawl });
  return crawl;
}
