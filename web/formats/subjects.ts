import type { CatalogueRecord } from './catalogue-record.ts';

/** Returns the subjects of a record, each once: the keywords that the page declares, then the classes of the topic. */
export const subjectsOf = ({ keywords, classes }: Pick<CatalogueRecord, 'keywords' | 'classes'>): string[] => [
  ...new Set([...keywords, ...classes.map((one) => one.class)]),
];
