import type { WebPorts } from '../ports.ts';
import { timeRange } from './datestamps.ts';
import { metadataFormat } from './metadata-formats.ts';
import { OaiError } from './oai-error.ts';
import { type CrawlRecord, headerXml, type Repository, recordXml } from './record-xml.ts';
import { badToken, type ListPlace, readToken, writeToken } from './resumption-token.ts';
import { isSetSpec, type SetSelection, selectionOf } from './sets.ts';

/** Records of a response. */
const PAGE_SIZE = 100;

type Changed = Pick<Required<WebPorts>, 'changedRecords'>;

/** A list from its first record on has no place yet. */
type List = Omit<ListPlace, 'crawl' | 'at' | 'key'> & Partial<Pick<ListPlace, 'crawl' | 'at' | 'key'>>;

/** Answers a request for a list of records or headers. @throws OaiError if it is not valid, or the list is empty */
export async function listRecords(
  verb: 'ListIdentifiers' | 'ListRecords',
  args: ReadonlyMap<string, string>,
  repository: Repository,
  ports: Changed,
): Promise<string> {
  const token = args.get('resumptionToken');
  const list = token === undefined ? firstList(args, repository) : readToken(token);
  const selections = selectionsOf(list.set, repository, token !== undefined);
  const format = metadataFormat(list.prefix);
  const found = await readPage(list, selections, ports);
  if (found.length === 0 && token === undefined)
    throw new OaiError('noRecordsMatch', 'no record matches from, until and set');
  const page = found.slice(0, PAGE_SIZE);
  const xml = page.map((one) =>
    verb === 'ListRecords' ? recordXml(repository, one, format) : headerXml(repository, one),
  );
  return [...xml, tokenXml(list, page, found.length > PAGE_SIZE)].filter((line) => line !== '').join('\n');
}

function firstList(args: ReadonlyMap<string, string>, { nowMs }: Repository): List {
  const set = args.get('set');
  const { from, before = nowMs } = timeRange(args.get('from'), args.get('until'));
  return {
    prefix: args.get('metadataPrefix')!,
    ...(set !== undefined && { set }),
    ...(from !== undefined && { from }),
    // Later changes get a later time, which the next harvest asks for.
    before: Math.min(before, nowMs),
    cursor: 0,
  };
}

/** Returns what a list reads, one crawl after the other. @throws OaiError if the set is not valid */
function selectionsOf(set: string | undefined, { crawls }: Repository, isContinued: boolean): SetSelection[] {
  if (set === undefined) return crawls.map((crawl) => ({ crawl }));
  if (!isSetSpec(set)) throw isContinued ? badToken() : new OaiError('badArgument', 'set: must be the name of a set');
  const selection = crawls.length === 0 ? undefined : selectionOf(set, crawls);
  return selection ? [selection] : [];
}

/** Reads one record more than a response has, if there are so many. */
async function readPage(list: List, selections: readonly SetSelection[], ports: Changed): Promise<CrawlRecord[]> {
  const { from, before, crawl: last, at, key } = list;
  const start = last === undefined ? 0 : selections.findIndex(({ crawl }) => crawl === last);
  // A crawl that is gone meanwhile has no place to continue at.
  if (start === -1) throw badToken();
  const found: CrawlRecord[] = [];
  for (const { crawl, class: name } of selections.slice(start)) {
    const after = crawl === last && at !== undefined && key !== undefined ? { at, key } : undefined;
    const changes = await ports.changedRecords(crawl, {
      before,
      size: PAGE_SIZE + 1 - found.length,
      ...(from !== undefined && { from }),
      ...(name !== undefined && { class: name }),
      ...(after && { after }),
    });
    found.push(...changes.map((changed) => ({ crawl, changed })));
    if (found.length > PAGE_SIZE) break;
  }
  return found;
}

/** Returns the token of the next records. The last of several responses has an empty one. */
function tokenXml(list: List, page: readonly CrawlRecord[], hasMore: boolean): string {
  const last = page.at(-1);
  if (!hasMore || !last) return list.cursor === 0 ? '' : `<resumptionToken cursor="${list.cursor}"/>`;
  const { crawl, changed } = last;
  const next = writeToken({ ...list, crawl, at: changed.at, key: changed.key, cursor: list.cursor + page.length });
  return `<resumptionToken cursor="${list.cursor}">${next}</resumptionToken>`;
}
