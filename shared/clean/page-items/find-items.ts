/** Finds the structured items of a page by its kind: posts of a thread, cards of a collection or listing, or a product. */
import type { Genre } from '../document-fields.ts';
import type { Block, ParsedPage } from '../html/parsed-page.ts';
import type { RepeatedPaths } from '../main-text/repeated-paths.ts';
import { parseJsonLdScripts } from '../metadata/json-ld.ts';
import type { Metadata } from '../metadata/metadata.ts';
import { readCards, readShopCards } from './cards/cards.ts';
import { jsonLdCards } from './cards/json-ld-cards.ts';
import type { PageItem } from './item.ts';
import { readPosts } from './posts/thread-posts.ts';
import { readProduct } from './product/product-item.ts';

/** `blocks`: the main text; `paths`: repeated paths of the page, if they are known; `html`: the page with its embedded data; `resolve`: resolves a link as written, null if it is no page. */
export type ItemInput = {
  page: ParsedPage;
  blocks: readonly Block[];
  paths: RepeatedPaths | undefined;
  html: string;
  url: string;
  genre: Genre;
  title: string | null;
  metadata: Metadata;
  resolve: (href: string) => string | null;
};

/** Returns the items in their order; none for pages of other kinds. */
export function findItems(input: ItemInput): PageItem[] {
  const { page, blocks: chosen, paths, html, url, genre, title, metadata, resolve } = input;
  switch (genre) {
    case 'forum':
      return (
        readPosts({ page, chosen, paths }, html, url, parseJsonLdScripts(page.jsonLd)) ??
        readCards({ page, chosen, paths }, url, resolve)
      );
    case 'collection':
    case 'listing': {
      const read = genre === 'collection' ? readShopCards : readCards;
      const cards = read({ page, chosen, paths }, url, resolve);
      return cards.length > 0 ? cards : jsonLdCards(parseJsonLdScripts(page.jsonLd), resolve);
    }
    case 'product':
      return readProduct(page, title, metadata, parseJsonLdScripts(page.jsonLd));
    default:
      return [];
  }
}
