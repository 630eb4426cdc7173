import type { Hono, MiddlewareHandler } from 'hono';
import { countAnnotations } from '../../shared/annotations/count-annotations.ts';
import { createApp } from '../../web/app.ts';
import type { WebPorts } from '../../web/ports.ts';
import type { createHandIn } from '../annotations/hand-in.ts';
import { createPageAnnotations } from '../annotations/page-annotations.ts';
import { createPageJudging } from '../judge/page-judging.ts';
import type { Terminal } from '../output/terminal.ts';
import type { Stores } from '../run/wiring.ts';
import { annotationFaults, webPorts } from '../web-ports.ts';
import { createCrawlControl } from './crawl-control.ts';
import type { openCrawlManager } from './crawls/open-manager.ts';
import type { SearchThreads } from './search-threads.ts';
import { threadedPorts, withSearchThreads } from './threaded-ports.ts';

/** What `thresher serve` shows, and to whom. */
export type ServedFolder = {
  dir: string;
  /** The one crawl that is shown. Undefined: all crawls of the folder. */
  only: string | undefined;
  terminal: Terminal;
  /** Faults of annotations that were printed; each is printed once. */
  printed: Set<string>;
  threads: SearchThreads;
  /** Runs crawls for programs. Undefined: no program may manage crawls. */
  manager: ReturnType<typeof openCrawlManager> | undefined;
  handIn: ReturnType<typeof createHandIn>;
  /** Refuse requests before they reach a page, in this order. */
  guards: readonly MiddlewareHandler[];
  /** Whether visitors may see explanations of URLs. */
  explains: boolean;
  /** Whether visitors may judge pages. Undefined: no. */
  judges: boolean | undefined;
  /** Whether visitors may pause crawls. Undefined: no. */
  controls: boolean | undefined;
  /** Ports that stay the same when an index is replaced. */
  site: Pick<WebPorts, 'sqiSessions' | 'sqiSources' | 'logSearch' | 'language' | 'brand' | 'origins' | 'contact'>;
};

/** Returns a function that creates the app over opened stores, again each time an index is replaced (`readOnlyStores`). */
export function folderApp(served: ServedFolder): (opened: Stores, isCurrent: () => boolean) => Hono {
  const { dir, terminal, printed, threads, manager } = served;
  let token: string | undefined;
  return (opened, isCurrent) => {
    const stores = withSearchThreads(opened, threads.calls);
    const { explain, ...ports } = threadedPorts(webPorts(stores, served.only, terminal, dir), threads, stores.clock);
    // The forms of pages that were open before an index was replaced have the same token.
    token ??= stores.random.id();
    return createApp(
      {
        ...ports,
        search: countAnnotations(ports.search, stores.annotations, annotationFaults(terminal, printed)),
        ...(explain && served.explains && { explain }),
        ...(served.judges && { judging: createPageJudging(stores, token) }),
        ...(served.controls && { control: createCrawlControl(dir, token, manager) }),
        mayStream: isCurrent,
        annotations: createPageAnnotations(stores, terminal, printed, served.handIn),
        ...(manager && { crawlRoutes: manager.routes(stores) }),
        ...served.site,
      },
      ...served.guards,
    );
  };
}
