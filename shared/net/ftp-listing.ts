import type { FileInfo } from 'basic-ftp';

/** A directory as a page of links, for which it is read like any other. @param path as it is asked for, with its slash. */
export function directoryPage(path: string, files: readonly FileInfo[]): Buffer {
  const rows = files
    .filter(({ name }) => name !== '' && name !== '.' && name !== '..')
    .map(({ name, isDirectory }) => row(isDirectory ? `${name}/` : name));
  const title = escaped(path);
  return Buffer.from(`<!doctype html><title>${title}</title><h1>${title}</h1><ul>\n${rows.join('')}</ul>\n`);
}

function row(name: string): string {
  // A dot before it, or a name with a colon would be taken for a scheme.
  const address = `./${name.split('/').map(encodeURIComponent).join('/')}`;
  return `<li><a href="${address}">${escaped(name)}</a></li>\n`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);
}
