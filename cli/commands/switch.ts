import type { CrawlState } from '../../shared/ports/control.ts';
import { type Command, command, DIR, EXIT, JSON_OUT, NAME } from '../command.ts';
import { withCrawl } from '../open-crawl.ts';

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

/** The switch is an item in the data folder, which a running crawl looks at: it need not be told otherwise. */
function switchTo(state: CrawlState, words: { name: string; about: string; example: string }): Command {
  return command({
    name: words.name,
    usage: ['[--dir DIR] [--name NAME]'],
    about: words.about,
    options: { dir: DIR, name: NAME, json: JSON_OUT },
    examples: [[`thresher ${words.name}`, words.example]],
    run({ options }, terminal) {
      return withCrawl(options, 'write', async ({ crawl }, { control }) => {
        await control.setState(crawl, state);
        terminal.out(options.json ? JSON.stringify({ crawl, state }) : `${crawl}: ${state}`);
        return EXIT.done;
      });
    },
  });
}
