import type { Command } from './command.ts';

type CommandEntry = {
  name: string;
  /** Another name that is accepted. */
  synonym?: string;
  summary: string;
  load(): Promise<Command>;
};

/** The table of all commands, in the order of the help. A command is loaded when it is called, so that filters start fast. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'init',
    summary: 'Write a crawl.yaml, by questions or options',
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
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
    name: 'bench',
    summary: 'Measure how fast this machine crawls and searches',
    load: async () => (await import('./commands/bench.ts')).benchCommand,
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
    name: 'reclassify',
    summary: 'Judge stored pages again by a changed topic',
    load: async () => (await import('./commands/maintain/reclassify.ts')).reclassifyCommand,
  },
  {
    name: 'reclean',
    summary: 'Clean stored captures again with changed settings',
    load: async () => (await import('./commands/maintain/reclean.ts')).recleanCommand,
  },
  {
    name: 'reindex',
    summary: 'Rebuild the search index from the stored records',
    load: async () => (await import('./commands/maintain/reindex.ts')).reindexCommand,
  },
  {
    name: 'backup',
    summary: 'Copy a data folder, also while a crawl runs',
    load: async () => (await import('./commands/maintain/backup.ts')).backupCommand,
  },
  {
    name: 'seed',
    summary: 'Add seeds to an existing crawl',
    load: async () => (await import('./commands/seed.ts')).seedCommand,
  },
  {
    name: 'find-seeds',
    summary: 'Find seeds for a topic in directories and search engines',
    load: async () => (await import('./commands/focus/find-seeds.ts')).findSeedsCommand,
  },
  {
    name: 'search',
    summary: 'Search the crawled pages',
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  {
    name: 'alerts',
    summary: 'Report new records of saved searches by webhook or mail',
    load: async () => (await import('./commands/alerts.ts')).alertsCommand,
  },
  {
    name: 'annotations',
    summary: 'List, add, change, delete and load annotations of pages',
    load: async () => (await import('./commands/annotations.ts')).annotationsCommand,
  },
  {
    name: 'import',
    summary: 'Import pages from archives, JSON Lines, documents and folders',
    load: async () => (await import('./commands/maintain/import.ts')).importCommand,
  },
  {
    name: 'export',
    summary: 'Export the records or the archive of a crawl',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'zebra',
    summary: 'Write Zebra databases, which libraries search by Z39.50',
    load: async () => (await import('./commands/maintain/zebra.ts')).zebraCommand,
  },
  {
    name: 'serve',
    summary: 'Serve the search page and the crawl page',
    load: async () => (await import('./commands/serve.ts')).serveCommand,
  },
  {
    name: 'mcp',
    summary: 'Let a language model search the crawls (MCP)',
    load: async () => (await import('./commands/mcp.ts')).mcpCommand,
  },
  {
    name: 'explain',
    summary: 'Explain what happened to a URL, step by step',
    load: async () => (await import('./commands/explain.ts')).explainCommand,
  },
  {
    name: 'borderline',
    summary: 'List the pages close to the cut-off of the topic',
    load: async () => (await import('./commands/focus/borderline.ts')).borderlineCommand,
  },
  {
    name: 'judge',
    summary: 'Judge pages close to the cut-off by hand',
    load: async () => (await import('./commands/focus/judge.ts')).judgeCommand,
  },
  {
    name: 'simulate',
    summary: 'Compare crawl strategies on a stored graph',
    load: async () => (await import('./commands/focus/simulate.ts')).simulateCommand,
  },
  {
    name: 'frontier',
    summary: 'List the URLs of a crawl with their state',
    load: async () => (await import('./commands/frontier.ts')).frontierCommand,
  },
  {
    name: 'stats',
    summary: 'Count visited and relevant URLs by directory',
    load: async () => (await import('./commands/stats.ts')).statsCommand,
  },
  {
    name: 'duplicates',
    summary: 'Find hosts with the same texts, and suggest aliases',
    load: async () => (await import('./commands/maintain/duplicates.ts')).duplicatesCommand,
  },
  {
    name: 'delete',
    summary: 'Delete pages from a crawl and keep them out',
    load: async () => (await import('./commands/maintain/delete.ts')).deleteCommand,
  },
  {
    name: 'sanity',
    summary: 'Check the data of a crawl for damage, and repair it',
    load: async () => (await import('./commands/maintain/sanity.ts')).sanityCommand,
  },
  {
    name: 'aliases',
    synonym: 'alias',
    summary: 'Find other names of a server, and fold them into one',
    load: async () => (await import('./commands/maintain/aliases.ts')).aliasesCommand,
  },
  {
    name: 'dlq',
    summary: 'List dead letters, or send them again',
    load: async () => (await import('./commands/maintain/dlq.ts')).dlqCommand,
  },
  {
    name: 'url',
    summary: 'Normalise URLs, or say why they are refused',
    load: async () => (await import('./commands/stages/url.ts')).urlCommand,
  },
  {
    name: 'robots',
    summary: 'Check URLs against robots.txt',
    load: async () => (await import('./commands/stages/robots.ts')).robotsCommand,
  },
  {
    name: 'sitemap',
    summary: 'List the URLs in a sitemap, or in all sitemaps of a site',
    load: async () => (await import('./commands/stages/sitemap.ts')).sitemapCommand,
  },
  {
    name: 'fetch',
    summary: 'Fetch one URL and print every step',
    load: async () => (await import('./commands/stages/fetch.ts')).fetchCommand,
  },
  {
    name: 'guard',
    summary: 'Check whether a URL may be connected to',
    load: async () => (await import('./commands/stages/guard.ts')).guardCommand,
  },
  {
    name: 'clean',
    summary: 'Extract text, links and metadata from a page',
    load: async () => (await import('./commands/stages/clean.ts')).cleanCommand,
  },
  {
    name: 'query',
    summary: 'Show how a query is understood',
    load: async () => (await import('./commands/stages/query.ts')).queryCommand,
  },
  {
    name: 'classify',
    summary: 'Check whether a page is on topic',
    load: async () => (await import('./commands/stages/classify.ts')).classifyCommand,
  },
  {
    name: 'train',
    summary: 'Train a topic from labelled documents',
    load: async () => (await import('./commands/focus/train.ts')).trainCommand,
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
