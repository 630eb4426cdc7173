import { decodeModel, isModelFile } from '../shared/classify/models/model-file.ts';
import { readTopicFile } from '../shared/classify/terms/topic-file.ts';
import type { FilterSetting } from '../shared/settings/topic/filters.ts';
import { TopicSchema } from '../shared/settings/topic.ts';
import { UsageError } from './command.ts';
import { encodingFault, readFileBytes } from './read-text-file.ts';

/** A topic filter in settings, with the content of its file. */
export type TopicFileFilter = Extract<FilterSetting, { cutOff: number }>;

/**
 * Reads a topic definition or a model of `thresher train` as a filter with the default cut-off.
 *
 * @throws TopicFileError, ModelFileError; UsageError if the file cannot be read or is neither
 */
export async function readTopicFilter(fileName: string): Promise<TopicFileFilter> {
  const bytes = await readFileBytes(fileName);
  if (isModelFile(bytes)) {
    decodeModel(bytes, fileName);
    return parseFilter({ model: fileName, modelData: bytes.toString('base64') });
  }
  if (bytes.includes(0))
    throw new UsageError(
      `${fileName}: is a binary file; give a topic definition (text), a model of \`thresher train\`, or a crawl.yaml`,
    );
  const fault = encodingFault(bytes, fileName);
  if (fault !== undefined) throw new UsageError(fault);
  const termsText = bytes.toString();
  readTopicFile(termsText, fileName);
  return parseFilter({ terms: fileName, termsText });
}

const parseFilter = (filter: object): TopicFileFilter =>
  TopicSchema.parse({ filters: [filter] }).filters[0] as TopicFileFilter;
