import { aboutOf, type SeedReader, type SeedSink } from './found-seed.ts';
import { tagReader } from './xml-tags.ts';

/** Reads an OPML list of feeds (https://opml.org/spec2.opml): the feed of each outline, its site, and included lists. */
export function opmlReader(sink: SeedSink): SeedReader {
  let outlines = 0;
  return tagReader({
    open(name, { xmlurl, htmlurl, url, text, title, type }) {
      if (name !== 'outline') return;
      const at = ++outlines;
      const about = aboutOf([['title', title ?? text]]);
      const seed = (href: string | undefined, isList: boolean) => {
        if (!href?.trim()) return;
        sink.seed({ url: href.trim(), ...(isList && { kind: 'feed' as const }), ...(about && { about }), at });
      };
      seed(xmlurl, true);
      seed(htmlurl, false);
      // `type="link"` is a URL of any kind, `include` another list.
      if (xmlurl === undefined) seed(url, type?.toLowerCase() === 'include' || /\.opml$/i.test(url ?? ''));
    },
  });
}
