import type { Command } from './command.ts';

type Entry = { name: string; summary: string; load(): Promise<Command> };

/** Every verb, in the order of the help. Each is loaded when it is called, so that the filters start fast. */
export const COMMANDS: readonly Entry[] = [
  {
    name: 'crawl',
    summary: 'crawl the sites given, or what a crawl.yaml says',
    load: async () => (await import('./commands/crawl.ts')).crawlCommand,
  },
  {
    name: 'status',
    summary: 'what a crawl is doing and has done',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  {
    name: 'cost',
    summary: 'what a crawl has used, and what it costs',
    load: async () => (await import('./commands/cost.ts')).costCommand,
  },
  {
    name: 'pause',
    summary: 'nothing is fetched until resume',
    load: async () => (await import('./commands/switch.ts')).pauseCommand,
  },
  {
    name: 'resume',
    summary: 'open a paused or stopped crawl again',
    load: async () => (await import('./commands/switch.ts')).resumeCommand,
  },
  {
    name: 'stop',
    summary: 'close a crawl: nothing is fetched or added',
    load: async () => (await import('./commands/switch.ts')).stopCommand,
  },
  {
    name: 'recrawl',
    summary: 'fetch all known pages again, or a part',
    load: async () => (await import('./commands/recrawl.ts')).recrawlCommand,
  },
  {
    name: 'reindex',
    summary: 'write the records of a stack to a new index',
    load: async () => (await import('./commands/reindex.ts')).reindexCommand,
  },
  {
    name: 'seed',
    summary: 'add seeds to a crawl',
    load: async () => (await import('./commands/seed.ts')).seedCommand,
  },
  {
    name: 'search',
    summary: 'search what was crawled',
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  {
    name: 'export',
    summary: 'what was kept of a crawl, as JSON Lines or TREC text',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'serve',
    summary: 'a search page, and a page of the crawls',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  {
    name: 'explain',
    summary: 'the whole story of a URL',
    load: async () => (await import('./commands/explain.ts')).explainCommand,
  },
  {
    name: 'frontier',
    summary: 'the URLs of a crawl, by what became of them',
    load: async () => (await import('./commands/frontier.ts')).frontierCommand,
  },
  {
    name: 'duplicates',
    summary: 'hosts that have the same texts, and aliases for them',
    load: async () => (await import('./commands/duplicates.ts')).duplicatesCommand,
  },
  {
    name: 'dlq',
    summary: 'what was given up, and sending it again',
    load: async () => (await import('./commands/dlq.ts')).dlqCommand,
  },
  {
    name: 'url',
    summary: 'what an address becomes, or why it is refused',
    load: async () => (await import('./commands/url.ts')).urlCommand,
  },
  {
    name: 'robots',
    summary: 'what a robots.txt says of addresses',
    load: async () => (await import('./commands/robots.ts')).robotsCommand,
  },
  {
    name: 'sitemap',
    summary: 'the addresses that a sitemap or a site names',
    load: async () => (await import('./commands/sitemap.ts')).sitemapCommand,
  },
  {
    name: 'fetch',
    summary: 'one address on the web, step by step',
    load: async () => (await import('./commands/fetch.ts')).fetchCommand,
  },
  {
    name: 'guard',
    summary: 'whether an address may be connected to',
    load: async () => (await import('./commands/guard.ts')).guardCommand,
  },
  {
    name: 'clean',
    summary: 'text, links and metadata of a page',
    load: async () => (await import('./commands/clean.ts')).cleanCommand,
  },
  {
    name: 'classify',
    summary: 'whether a page is on topic, and why',
    load: async () => (await import('./commands/classify.ts')).classifyCommand,
  },
  {
    name: 'validate',
    summary: 'what is wrong in a crawl.yaml or topic file',
    load: async () => (await import('./commands/validate.ts')).validateCommand,
  },
  {
    name: 'settings',
    summary: 'every setting of a crawl.yaml',
    load: async () => (await import('./commands/settings.ts')).settingsCommand,
  },
  {
    name: 'deploy',
    summary: 'put the crawler into an AWS account, with a crawl',
    load: async () => (await import('./commands/deploy.ts')).deployCommand,
  },
  {
    name: 'destroy',
    summary: 'take a stack away again; what it gathered is kept',
    load: async () => (await import('./commands/destroy.ts')).destroyCommand,
  },
];
