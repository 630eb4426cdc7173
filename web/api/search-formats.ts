export const SEARCH_FORMATS = ['html', 'json', 'csv', 'ris', 'bibtex', 'rss', 'atom'] as const;
export const FEED_FORMATS = ['atom', 'rss'] as const;
export const FACETS_FORMATS = ['json'] as const;
export const CRAWL_FORMATS = ['html', 'json'] as const;
export const COLLECTION_FORMATS = ['html', 'json'] as const;
export const HELP_FORMATS = ['html'] as const;

/** Entries of a feed, unless `size` says otherwise: a reader that polls once a day must miss no page of a small crawl. */
export const FEED_SIZE = 50;
