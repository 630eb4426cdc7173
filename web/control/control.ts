/** Pausing, stopping and resuming crawls in the browser. Everybody who can open the crawl page can do it. */
export type WebControl = {
  /** Secret of this server. It is part of every form, so that no other website can make a browser send one. */
  token: string;
  /** Changes the state of a crawl. `paused`: it fetches nothing; `stopped`: it also adds no links; `open`: it may be continued. */
  change(crawl: string, state: ControlledState): Promise<void>;
};

export const CONTROLLED_STATES = ['paused', 'stopped', 'open'] as const;
export type ControlledState = (typeof CONTROLLED_STATES)[number];
