import { sqiFault } from './sqi-fault.ts';

/** Namespace of the ProLearn Results Format, and the beginning of the names of its levels. */
export const PLRF = 'http://www.prolearn-project.org/PLRF/';

/** A level of the ProLearn Results Format, and the schema of the metadata in it. */
export type ResultsFormat = {
  /** 0: the number of results · 1: also their addresses · 2: also their metadata · 3: also their scores. */
  level: 0 | 1 | 2 | 3;
  metadata: 'lom' | 'dc';
};

/** Has all that a result has, as the specification of PLQL recommends for ranked results. */
export const DEFAULT_FORMAT: ResultsFormat = { level: 3, metadata: 'lom' };

/** `http://www.prolearn-project.org/PLRF/2/lom`, and a third part for the method, which is ignored; or `plrf2`. */
const NAME = /^(?:http:\/\/www\.prolearn-project\.org\/plrf\/|plrf\/?)([0-3])(?:\/(lom|dc)(?:\/[^/]{1,100})?)?\/?$/i;

/** Returns the format of a name. @throws SoapFault if it is not served */
export function resultsFormat(name: string): ResultsFormat {
  const [, level, metadata = 'lom'] = NAME.exec(name) ?? [];
  if (level === undefined)
    throw sqiFault(
      'RESULTS_FORMAT_NOT_SUPPORTED',
      `resultsFormat must be ${PLRF}N/lom or ${PLRF}N/dc with a level N from 0 to 3, or plrf0 to plrf3`,
    );
  return { level: Number(level) as ResultsFormat['level'], metadata: metadata.toLowerCase() as 'lom' | 'dc' };
}
