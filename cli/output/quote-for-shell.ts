/** Quotes a word so that it can be pasted into a shell. */
export function quoteForShell(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Returns the options that select a crawl in a data folder, to be pasted into a shell. */
export function folderArguments(dir: string, crawl: string): string {
  return `--dir ${quoteForShell(dir)} --name ${quoteForShell(crawl)}`;
}
