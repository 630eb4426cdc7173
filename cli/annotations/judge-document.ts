import { classifyLines } from '../../shared/classify/judge-lines.ts';
import { withPersonVerdicts } from '../../shared/classify/judgements/judged-by-person.ts';
import { readVerdicts } from '../../shared/classify/judgements/judgement-store.ts';
import { cleanWholeObject } from '../../shared/clean/clean-captures.ts';
import type { DocumentLine } from '../../shared/clean/document.ts';
import type { Capture } from '../../shared/fetch/warc/capture.ts';
import { warcRecords } from '../../shared/fetch/warc/warc-write.ts';
import { previewImport } from '../../shared/maintain/import/import-archives.ts';
import { loadCleanOptions } from '../../shared/settings/load-clean-options.ts';
import type { Settings } from '../../shared/settings/settings.ts';
import { classifyOptionsOf } from '../../shared/settings/stages/classify-options.ts';
import { loadModels } from '../../shared/settings/topic-models.ts';
import { REASONS } from '../../shared/url/reason.ts';
import type { NotKept } from '../../web/annotations/web-annotations.ts';
import { archiveRulesOf } from '../import/open-crawl.ts';
import { openConverter } from '../run/converter.ts';
import { loadStoredSettings } from '../run/crawl-settings.ts';
import { loadForClean } from '../run/plugins.ts';
import type { Stores } from '../run/wiring.ts';
import { documentArchive, type GivenDocument } from './document-archive.ts';
import { NEWER_STATE, NO_PAGE } from './not-kept.ts';

type Ports = Pick<Stores, 'control' | 'frontier' | 'objects' | 'random'>;

/**
 * Returns a function that judges a document as the stages of the crawl do, and stores nothing: a document that the crawl does not keep
 * would remove the page at its address from the index.
 *
 * @returns why the crawl does not keep it; undefined if it does
 */
export const judgeDocument =
  (ports: Ports) =>
  async (given: GivenDocument): Promise<NotKept | undefined> => {
    const { settings } = await loadStoredSettings(given.crawl, ports);
    const { captures, report } = await previewImport(given.crawl, [documentArchive(given)], ports.frontier, {
      rules: archiveRulesOf(settings),
      follow: false,
      signal: new AbortController().signal,
      onDamage() {},
      onProgress() {},
    });
    const [refused] = Object.keys(report.refused);
    if (refused !== undefined) return { reason: reasonText(refused) };
    const [capture] = captures;
    return capture ? judgeCapture(capture, settings, ports) : { reason: NEWER_STATE };
  };

const reasonText = (code: string): string => (REASONS as Readonly<Record<string, string>>)[code] ?? code;

async function judgeCapture(capture: Capture, settings: Settings, ports: Ports): Promise<NotKept | undefined> {
  const options = classifyOptionsOf(await loadModels(settings, ports.objects), settings.politeness.group);
  const judge = withPersonVerdicts(options.judge, await readVerdicts(settings.crawl, ports.objects));
  const [line] = await cleanOne(capture, settings, ports);
  const { changes } = classifyLines(line ? [line] : [], { ...options, judge });
  if (changes.some(({ kind }) => kind === 'seen')) return undefined;
  if (line?.kind !== 'document') return { reason: NO_PAGE };
  const isDeleted = options.deleted?.hasUrl(line.url) || options.deleted?.hasRecord(line.document.digest);
  const reason = isDeleted ? 'deleted' : line.document.reason;
  return reason === null ? { offTopic: judge(line.document).why } : { reason: reasonText(reason) };
}

async function cleanOne(capture: Capture, settings: Settings, { random }: Ports): Promise<DocumentLine[]> {
  const options = await loadCleanOptions(settings, loadForClean);
  const converter = openConverter();
  try {
    const object = Buffer.concat(warcRecords(capture, () => random.id()).bytes);
    const { lines } = await cleanWholeObject(object, capture.url, {}, { options, converter });
    return Array.from(lines.read<DocumentLine>());
  } finally {
    await converter.close();
  }
}
