import type { SearchRecord } from '../../shared/ports/search-index.ts';

/** A value that is a word, a date and a whole value. */
const VALUE = '2000';

/** A record with all elements that are indexed, for `createDatabase`. */
export const COMPLETE_RECORD: SearchRecord = {
  id: 'complete',
  url: VALUE,
  urls: { [VALUE]: 0 },
  title: VALUE,
  author: VALUE,
  date: VALUE,
  language: VALUE,
  description: VALUE,
  keywords: ['keyword'],
  classes: [{ class: VALUE, score: 1 }],
  headings: [VALUE],
  text: VALUE,
  about: { licence: VALUE, site: VALUE, publisher: VALUE },
  fields: {
    profession: [VALUE],
    purpose: [VALUE],
    distributor: [VALUE],
    medium: [VALUE],
    event: [VALUE],
    accessConstraint: [VALUE],
    originalId: [VALUE],
  },
  type: 'html',
  host: VALUE,
  fetchedAt: 0,
  verdict: 'relevant',
  score: 1,
  capture: { key: '', offset: 0, length: 0 },
};
