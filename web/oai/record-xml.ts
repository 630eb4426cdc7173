import type { ChangedRecord } from '../../shared/ports/search-index.ts';
import { element } from '../formats/xml.ts';
import { datestamp } from './datestamps.ts';
import type { MetadataFormat } from './metadata-formats.ts';
import { setSpecsOf } from './sets.ts';

/** What names and sets of records depend on. */
export type Repository = {
  /** Host name of the server, in identifiers. */
  host: string;
  /** All crawls, in the order of their names. */
  crawls: readonly string[];
  /** The time of the request, epoch milliseconds. */
  nowMs: number;
};

/** A record of a crawl. */
export type CrawlRecord = { crawl: string; changed: ChangedRecord };

/** Returns the identifier of a record: `oai:search.example.org:plants/3f2a…`. */
const identifierOf = ({ host }: Pick<Repository, 'host'>, crawl: string, id: string): string =>
  `oai:${host}:${crawl}/${id}`;

/** Returns crawl and id of an identifier, or undefined if no record of this repository can have it. */
export function parseIdentifier(
  { host, crawls }: Repository,
  identifier: string,
): { crawl: string; id: string } | undefined {
  const start = `oai:${host}:`;
  const [, crawl = '', id = ''] = /^([^/]+)\/([\w-]{1,128})$/.exec(identifier.slice(start.length)) ?? [];
  return identifier.startsWith(start) && crawls.includes(crawl) ? { crawl, id } : undefined;
}

/** Tells whether a record is shown. A publisher may have set an end to its availability. */
const isShown = ({ record }: ChangedRecord, nowMs: number): boolean =>
  record !== undefined && (record.unavailableAfter ?? Number.POSITIVE_INFINITY) > nowMs;

export function headerXml(repository: Repository, { crawl, changed }: CrawlRecord): string {
  const isDeleted = !isShown(changed, repository.nowMs);
  const sets = setSpecsOf(repository.crawls.length > 1 ? crawl : undefined, changed.classes);
  const parts = [
    element('identifier', identifierOf(repository, crawl, changed.id)),
    element('datestamp', datestamp(changed.at)),
    ...sets.map((set) => element('setSpec', set)),
  ];
  return `<header${isDeleted ? ' status="deleted"' : ''}>${parts.join('')}</header>`;
}

export function recordXml(repository: Repository, one: CrawlRecord, format: MetadataFormat): string {
  const { record } = one.changed;
  const hasMetadata = record !== undefined && isShown(one.changed, repository.nowMs);
  const metadata = hasMetadata ? `<metadata>${format.write(record)}</metadata>` : '';
  return `<record>${headerXml(repository, one)}${metadata}</record>`;
}
