import type { Command } from './command.ts';

type CommandEntry = { name: string; summary: string; load(): Promise<Command> };

/** The table of all commands, in the order of the help. A command is loaded when it is called, so that filters start fast. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'crawl',
    summary: 'Crawl websites, or run the crawl of a crawl.yaml',
    load: async () => (await import('./commands/crawl.ts')).crawlCommand,
  },
  {
    name: 'status',
    summary: 'Show the state and the counts of a crawl',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  {
    name: 'cost',
    summary: 'Show what a crawl has used and what it costs',
    load: async () => (await import('./commands/cost.ts')).costCommand,
  },
  {
    name: 'pause',
    summary: 'Stop fetching until `thresher resume`',
    load: async () => (await import('./commands/set-state.ts')).pauseCommand,
  },
  {
    name: 'resume',
    summary: 'Reopen a paused or stopped crawl',
    load: async () => (await import('./commands/set-state.ts')).resumeCommand,
  },
  {
    name: 'stop',
    summary: 'Close a crawl: fetch nothing and add no links',
    load: async () => (await import('./commands/set-state.ts')).stopCommand,
  },
  {
    name: 'recrawl',
    summary: 'Fetch known pages again, all or a part of them',
    load: async () => (await import('./commands/recrawl.ts')).recrawlCommand,
  },
  {
    name: 'reindex',
    summary: 'Rebuild the search index of a crawl on AWS',
    load: async () => (await import('./commands/reindex.ts')).reindexCommand,
  },
  {
    name: 'seed',
    summary: 'Add seeds to an existing crawl',
    load: async () => (await import('./commands/seed.ts')).seedCommand,
  },
  {
    name: 'search',
    summary: 'Search the crawled pages',
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  {
    name: 'export',
    summary: 'Export records as JSON Lines, TREC text or files',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'serve',
    summary: 'Serve the search page and the crawl page',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  {
    name: 'explain',
    summary: 'Explain what happened to a URL, step by step',
    load: async () => (await import('./commands/explain.ts')).explainCommand,
  },
  {
    name: 'frontier',
    summary: 'List the URLs of a crawl with their state',
    load: async () => (await import('./commands/frontier.ts')).frontierCommand,
  },
  {
    name: 'duplicates',
    summary: 'Find hosts with the same texts, and suggest aliases',
    load: async () => (await import('./commands/duplicates.ts')).duplicatesCommand,
  },
  {
    name: 'dlq',
    summary: 'List dead letters, or send them again',
    load: async () => (await import('./commands/dlq.ts')).dlqCommand,
  },
  {
    name: 'url',
    summary: 'Normalise URLs, or say why they are refused',
    load: async () => (await import('./commands/url.ts')).urlCommand,
  },
  {
    name: 'robots',
    summary: 'Check URLs against robots.txt',
    load: async () => (await import('./commands/robots.ts')).robotsCommand,
  },
  {
    name: 'sitemap',
    summary: 'List the URLs in a sitemap, or in all sitemaps of a site',
    load: async () => (await import('./commands/sitemap.ts')).sitemapCommand,
  },
  {
    name: 'fetch',
    summary: 'Fetch one URL and print every step',
    load: async () => (await import('./commands/fetch.ts')).fetchCommand,
  },
  {
    name: 'guard',
    summary: 'Check whether a URL may be connected to',
    load: async () => (await import('./commands/guard.ts')).guardCommand,
  },
  {
    name: 'clean',
    summary: 'Extract text, links and metadata from a page',
    load: async () => (await import('./commands/clean.ts')).cleanCommand,
  },
  {
    name: 'classify',
    summary: 'Check whether a page is on topic',
    load: async () => (await import('./commands/classify.ts')).classifyCommand,
  },
  {
    name: 'validate',
    summary: 'Check a crawl.yaml or a topic file',
    load: async () => (await import('./commands/validate.ts')).validateCommand,
  },
  {
    name: 'settings',
    summary: 'Print every setting of a crawl.yaml',
    load: async () => (await import('./commands/settings.ts')).settingsCommand,
  },
  {
    name: 'deploy',
    summary: 'Deploy Thresher to an AWS account, with a crawl',
    load: async () => (await import('./commands/deploy.ts')).deployCommand,
  },
  {
    name: 'destroy',
    summary: 'Delete a stack and keep its data',
    load: async () => (await import('./commands/destroy.ts')).destroyCommand,
  },
];
