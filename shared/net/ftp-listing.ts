import type { FileInfo } from 'basic-ftp';

/** Returns an HTML page with links to the files of a directory. @param path the path as requested, with its final slash */
export function directoryPage(path: string, files: readonly FileInfo[]): Buffer {
  const items = files
    .filter(({ name }) => name !== '' && name !== '.' && name !== '..')
    .map(({ name, isDirectory }) => listItem(isDirectory ? `${name}/` : name));
  const title = escapeHtml(path);
  return Buffer.from(`<!doctype html><title>${title}</title><h1>${title}</h1><ul>\n${items.join('')}</ul>\n`);
}

function listItem(name: string): string {
  // The dot keeps a name with a colon from being read as a scheme.
  const url = `./${name.split('/').map(encodeURIComponent).join('/')}`;
  return `<li><a href="${url}">${escapeHtml(name)}</a></li>\n`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
}
