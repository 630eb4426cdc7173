/**
 * Finds two plug-ins with one file name, by which a stack identifies them.
 *
 * @param files paths
 * @returns a message, or undefined if all names differ
 */
export function findNameClash(files: readonly string[]): string | undefined {
  const byName = new Map<string, string>();
  for (const file of files) {
    const name = file.replace(/^.*[\\/]/, '');
    const other = byName.get(name);
    if (other !== undefined && other !== file)
      return `two plug-ins are called ${name} (${other} and ${file}): a stack identifies plug-ins by file name, so rename one of them`;
    byName.set(name, file);
  }
  return undefined;
}
