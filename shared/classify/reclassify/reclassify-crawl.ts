import type { Counts } from '../../ports/control.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import type { ClassifyPorts } from '../classify-documents.ts';
import type { ExplainingJudge } from '../judge.ts';
import { applyRejudged, countTransitions, type ReclassifyOptions, rejudgeObject } from './reclassify.ts';
import { addFault, addLinks, addPages, type ReclassifyReport } from './reclassify-report.ts';
import { type StoredObject, storedDocuments } from './stored-documents.ts';

/** Stores and queue of a reclassification. */
export type ReclassifyPorts = Pick<ClassifyPorts, 'objects' | 'frontier' | 'clock'> & {
  records: Pick<ClassifyPorts['records'], 'send'>;
  index: Pick<SearchIndex, 'get'>;
};

export type ReclassifyCrawlOptions = Omit<ReclassifyOptions, 'judge'> & { judge: ExplainingJudge };

/** How a reclassification runs. */
export type ReclassifyRun = {
  /** False: nothing is written. */
  isApplied: boolean;
  /** Called after each object, with the changes of the crawl's counts. Absent: nothing to do. */
  onObject?(counts: Counts): Promise<void>;
  /** Ends the run after the current object. */
  signal?: AbortSignal;
};

/** A reclassification of a crawl. Each step adds its result to `report`. */
export type Reclassification = {
  crawl: string;
  ports: ReclassifyPorts;
  options: ReclassifyCrawlOptions;
  run: ReclassifyRun;
  report: ReclassifyReport;
};

/**
 * Judges all stored documents of a crawl again, object by object. May be killed and repeated. An object that cannot be read is
 * reported, and the others continue.
 */
export async function reclassifyCrawl(reclassification: Reclassification): Promise<void> {
  const { crawl, ports, run, report } = reclassification;
  const source = storedDocuments(crawl, ports.objects, {
    onFault: (fault) => addFault(report, fault),
    ...(run.signal && { signal: run.signal }),
  });
  for await (const object of source) {
    await reclassifyObject(object, reclassification);
    if (run.signal?.aborted) return;
  }
}

/** Judges the documents of one object again. */
export async function reclassifyObject(
  object: StoredObject,
  { crawl, ports, options, run, report }: Reclassification,
): Promise<void> {
  const { isApplied, onObject } = run;
  const found = await rejudgeObject(crawl, object, ports.index, options);
  const links = isApplied ? await applyRejudged(crawl, found, ports, options) : {};
  addPages(report, found.pages, options.judge);
  addLinks(report, links);
  if (isApplied) await onObject?.({ ...links, ...verdictCounts(countTransitions(found.pages)) });
}

/** Returns the changes of the crawl's counts of verdicts. Pages that leave count as off-topic. */
function verdictCounts({ enters, leaves }: ReturnType<typeof countTransitions>): Counts {
  const moved = enters - leaves;
  return moved === 0 ? {} : { 'verdict.relevant': moved, 'verdict.off-topic': -moved };
}
