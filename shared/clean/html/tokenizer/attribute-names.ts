/** Names of the attributes that the parser reads. */
export const ATTRIBUTE_NAMES = [
  ...['href', 'rel', 'src', 'alt', 'title', 'lang', 'name', 'property', 'itemprop', 'http-equiv', 'content', 'type'],
  ...[
    'class',
    'id',
    'datetime',
    'ts',
    'hidden',
    'style',
    'role',
    'xlink:href',
    'xml:lang',
    'start',
    'colspan',
    'rowspan',
    'value',
    'scheme',
    'hreflang',
    'itemscope',
    'itemtype',
    'typeof',
  ],
  ...['srcset', 'poster', 'data-src', 'data-srcset'],
  // Rare ones, see `RARE_ATTRIBUTE`.
  ...[
    'aria-controls',
    'aria-expanded',
    'aria-haspopup',
    'data-target',
    'data-bs-target',
    'data-toggle',
    'data-bs-toggle',
    'data-role',
    'data-language',
    'data-lang',
  ],
  ...['epub:type', 'open', 'popover', 'shadowrootmode'],
] as const;
export type AttributeName = (typeof ATTRIBUTE_NAMES)[number];

/** Attribute ids by name. */
export const ATTR = Object.fromEntries(ATTRIBUTE_NAMES.map((name, i) => [name, i + 1])) as Record<
  AttributeName,
  number
>;

/** First id of attributes that few tags have. One look tells whether a tag has any (`hasRareAttribute`). */
export const RARE_ATTRIBUTE = ATTR['aria-controls'];
