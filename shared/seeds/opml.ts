import { aboutOf, type SeedReader, type SeedSink } from './found-seed.ts';
import { tagReader } from './xml-tags.ts';

/** Lists of feeds (https://opml.org/spec2.opml): each outline's feed, the site that it belongs to, and lists that it names. */
export function opmlReader(sink: SeedSink): SeedReader {
  let outlines = 0;
  return tagReader({
    open(name, { xmlurl, htmlurl, url, text, title, type }) {
      if (name !== 'outline') return;
      const at = ++outlines;
      const about = aboutOf([['title', title ?? text]]);
      const seed = (address: string | undefined, isList: boolean) => {
        if (!address?.trim()) return;
        sink.seed({ url: address.trim(), ...(isList && { kind: 'feed' as const }), ...(about && { about }), at });
      };
      seed(xmlurl, true);
      seed(htmlurl, false);
      // `type="link"` is an address of any kind, `include` another list.
      if (xmlurl === undefined) seed(url, type?.toLowerCase() === 'include' || /\.opml$/i.test(url ?? ''));
    },
  });
}
