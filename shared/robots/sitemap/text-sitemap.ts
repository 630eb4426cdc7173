import type { SitemapSink } from './sitemap.ts';
import { resolveSitemapUrl } from './sitemap-url.ts';

export type SitemapEnd = {
  isSitemap: boolean;
  /** Behind the opening of what was never closed, and holds all the rest. Characters from the beginning of the file. */
  brokenAt?: number | undefined;
};

export type SitemapReader = {
  write(text: string): void;
  /** @param isWhole nothing was cut off. What is written afterwards is read on from where it is broken. */
  end(isWhole: boolean): SitemapEnd;
};

/** A line that is longer is none. Characters. */
const LONGEST_LINE = 16_384;

/** One absolute address a line, whatever stands behind it; any other line is passed over. */
export function textSitemapReader(_url: string, sink: SitemapSink): SitemapReader {
  let rest = '';
  let found = false;

  const take = (line: string): void => {
    const said = /^\s*((?:https?|ftp):\/\/\S*)/i.exec(line)?.[1];
    const url = said === undefined ? undefined : resolveSitemapUrl(said, undefined);
    if (url === undefined) return;
    found = true;
    sink.url({ url });
  };
  return {
    write(text) {
      const lines = text.split(/[\r\n]/);
      lines[0] = rest + lines[0];
      rest = lines.pop()!;
      if (rest.length > LONGEST_LINE) rest = rest.slice(0, LONGEST_LINE);
      for (const line of lines) if (line.length < LONGEST_LINE) take(line);
    },
    end(isWhole) {
      if (isWhole && rest.length < LONGEST_LINE) take(rest);
      return { isSitemap: found };
    },
  };
}
