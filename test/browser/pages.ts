/** All kinds of pages, as paths on a site over `aCollection`. */
import { COPIED, LONG } from './collection.ts';

/** Words whose page has buttons instead of links. */
const LONG_QUERY = `search?q=${'carnivorous+plants+'.repeat(8)}bogs`;

export const PAGES = [
  '',
  'search?q=',
  'search?q=carnivorous',
  'search?q=carnivorous&lang=en&collapse=host&sort=-date',
  'search?q=carnivorus+"bogs"+editor:x',
  `search?q=${LONG}`,
  `${LONG_QUERY}&lang=en&from=10`,
  'search?q=nothing&type=pdf',
  'search?q=x&size=1000',
  `record/${COPIED}`,
  `record/${COPIED}/versions`,
  `record/${COPIED}/versions?a=2026-01-02T00:00:00Z&b=2026-03-04T00:00:00Z`,
  'search?q=carnivorous&crawl=garden,docs&explain=true',
  `cached/${COPIED}`,
  'explain',
  'explain?url=http://plants.example/drosera',
  `explain?url=http://${LONG}.example/${LONG}`,
  'advanced',
  'sign-in',
  'documents',
  'browse',
  'browse?class=carnivorous',
  'browse?class=region&beside=carnivorous',
  'collection',
  'collection?crawl=docs',
  'crawl',
  'help',
  'nothing',
] as const;

/** Widths of a phone, a tablet and a desktop. Pixels. */
export const WIDTHS = [390, 820, 1280] as const;

export const SCHEMES = ['light', 'dark'] as const;

/** Opens all details of a page. A script for `page.evaluate`, which has a DOM where this project has none. */
export const OPEN_DETAILS = "document.querySelectorAll('details').forEach((e) => { e.open = true; })";
