/** Quotes a word so that it can be pasted into a shell. */
export function quoteForShell(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Options of commands for a crawl, to be pasted into a shell. */
export type PlaceArguments = {
  /** Select the crawl. */
  crawl: string;
  /** Select its data folder or stack, for commands that take no crawl. */
  store: string;
  /** Whether the commands for data folders only can be used. */
  isFolder: boolean;
};

/** Returns the options for a crawl in a data folder. */
export function folderPlace(dir: string, crawl: string): PlaceArguments {
  return { crawl: folderArguments(dir, crawl), store: `--dir ${quoteForShell(dir)}`, isFolder: true };
}

/** Returns the options that select a crawl in a data folder, to be pasted into a shell. */
export function folderArguments(dir: string, crawl: string): string {
  return `--dir ${quoteForShell(dir)} --name ${quoteForShell(crawl)}`;
}
