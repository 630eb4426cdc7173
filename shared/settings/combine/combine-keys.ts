/** The keys of Combine's configuration (`jobdefault.cfg`, `combine.cfg`), and the settings that they become. */

import type { MinAfter } from '../../frontier/revisit.ts';

/** Value of a setting, or why the value is not used. */
export type Converted = { path: string[]; value: unknown } | { lost: string } | 'as-always';

type KeyRule = (value: string) => Converted;

const setting =
  (path: string, convert: (value: string) => unknown): KeyRule =>
  (value) => {
    const converted = convert(value.trim());
    return converted === undefined ? { lost: 'the value is not valid' } : { path: path.split('.'), value: converted };
  };

/** Minimum of the settings in days. */
const MIN_DAYS = 0.01;

const toBoolean = (text: string): boolean | undefined => {
  if (/^(?:1|yes|on|true)$/i.test(text)) return true;
  return /^(?:0|no|off|false|)$/i.test(text) ? false : undefined;
};
const toNumber = (text: string): number | undefined => (/^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined);
const times = (factor: number) => (text: string) => {
  const value = toNumber(text);
  return value === undefined ? undefined : Math.round(value * factor);
};
const toDays = (text: string): number | undefined => {
  const seconds = toNumber(text);
  return seconds === undefined ? undefined : Number((seconds / 86_400).toFixed(2));
};
/** A time in seconds after an outcome. One of a few minutes has no effect, because every page waits longer. */
const minAfter = (outcome: MinAfter): KeyRule => {
  const convert = setting(`revisit.minDaysAfter.${outcome}`, toDays);
  return (value) => ((toDays(value.trim()) ?? 1) < MIN_DAYS ? 'as-always' : convert(value));
};
/** A switch of something that Thresher always does. */
const always =
  (what: string): KeyRule =>
  (value) =>
    toBoolean(value.trim()) === true ? 'as-always' : { lost: what };

/** Keys with a setting, in lower case. */
export const CONVERTED_KEYS: Record<string, KeyRule> = {
  autorecyclelinks: setting('autoRecycleLinks', toBoolean),
  doanalyse: setting('analyse', toBoolean),
  extractlinksfromtext: setting('extractLinksFromText', toBoolean),
  httpproxy: (value) =>
    value.trim() === '' ? 'as-always' : { path: ['fetch', 'proxy'], value: { url: value.trim() } },
  maxurllength: setting('limits.maxUrlLength', toNumber),
  savehtml: always('every page is stored in the WARC archive'),
  useragentfollowredirects: setting('followRedirects', toBoolean),
  useragentgetifmodifiedsince: always('conditional requests are always sent'),
  useragentgettimeout: setting('limits.fetchTimeoutMs', times(1_000)),
  waitintervalharvesterlocknotfound: minAfter('gone'),
  waitintervalharvesterlocknotmodified: minAfter('unchanged'),
  waitintervalharvesterlockrobotrules: minAfter('robots'),
  waitintervalharvesterlocksuccess: setting('revisit.days', toDays),
  waitintervalharvesterlockunavailable: minAfter('failed'),
  waitintervalhost: setting('politeness.hostPauseMs', times(1_000)),
};

const RETRIES = 'retries and their intervals are built in';
const MYSQL = 'the data folder holds all data; there is no MySQL database';
const PLUG_IN = 'a Perl module; write a plug-in instead (`plugins`)';

/** Why keys have no setting, by the key in lower case. The crawl works without them. */
export const UNUSED_KEYS: Record<string, string> = {
  baseconfigdir: 'file names in a crawl.yaml are relative to it',
  configdir: 'file names in a crawl.yaml are relative to it',
  dooai: '`thresher serve` always offers the records to harvesters (`/oai`)',
  harvestermaxmissions: 'workers need no restart',
  harvestretries: RETRIES,
  loghandle: 'set by the command',
  loglev: 'THRESHER_DEBUG=1 prints more',
  mysqldatabase: MYSQL,
  mysqlhandle: MYSQL,
  password: 'it is not sent to any server',
  sdqretries: RETRIES,
  summarylength: 'a search makes the summary of each hit from its text',
  tempdir: 'the environment variable TMPDIR names the folder for temporary files',
  usetidy: 'the HTML parser reads pages as browsers do, without repairs before',
  waitintervalexpirationguaranteed: 'a page is removed when its server says so',
  waitintervalrrdlockdefault: RETRIES,
  waitintervalrrdlocknotfound: RETRIES,
  waitintervalrrdlocksuccess: RETRIES,
  waitintervalschedulergetjcf: 'the dispatcher polls no queue',
  zebrahost: 'run `thresher zebra -o FOLDER` during the crawl: it keeps databases of Zebra up to date',
};

/** Models of SVMLight name features by numbers of a dictionary of their own. */
export const SVM_MODEL =
  'models of SVMLight cannot be read; learn one from the same examples by `thresher train --algorithm rbf`, and set it in `topic.filters`';

/** Why keys that change what a crawl collects, or which program gets it, have no setting, by the key in lower case. */
export const LOST_KEYS: Record<string, string> = {
  alvispipeline: 'the built-in search has the records; `thresher export --format alvis` writes them',
  analyseplugin: PLUG_IN,
  reltextplugin: PLUG_IN,
  solrhost: 'the built-in search has the records; `thresher export` writes them for other programs',
  svmmodel: SVM_MODEL,
};
