import type { SitemapReader, SitemapSink } from './sitemap-types.ts';
import { resolveSitemapUrl } from './sitemap-url.ts';

/** Maximum length of a line, in characters. Longer lines are skipped. */
const MAX_LINE_LENGTH = 16_384;

/** Reads one absolute URL per line. Ignores text after the URL, and all other lines. */
export function textSitemapReader(_url: string, sink: SitemapSink): SitemapReader {
  let rest = '';
  let isFound = false;

  const readLine = (line: string): void => {
    const text = /^\s*((?:https?|ftp):\/\/\S*)/i.exec(line)?.[1];
    const url = text === undefined ? undefined : resolveSitemapUrl(text, undefined);
    if (url === undefined) return;
    isFound = true;
    sink.url({ url });
  };
  return {
    write(text) {
      const lines = text.split(/[\r\n]/);
      lines[0] = rest + lines[0];
      rest = lines.pop()!;
      if (rest.length > MAX_LINE_LENGTH) rest = rest.slice(0, MAX_LINE_LENGTH);
      for (const line of lines) if (line.length < MAX_LINE_LENGTH) readLine(line);
    },
    end(isComplete) {
      if (isComplete && rest.length < MAX_LINE_LENGTH) readLine(rest);
      return { isSitemap: isFound };
    },
  };
}
