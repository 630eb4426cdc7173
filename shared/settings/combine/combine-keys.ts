/** The keys of Combine's configuration (`jobdefault.cfg`, `combine.cfg`), and the settings that they become. */

/** Value of a setting, or why the value is not used. */
export type Converted = { path: string[]; value: unknown } | { lost: string } | 'as-always';

type KeyRule = (value: string) => Converted;

const setting =
  (path: string, convert: (value: string) => unknown): KeyRule =>
  (value) => {
    const converted = convert(value.trim());
    return converted === undefined ? { lost: 'the value is not valid' } : { path: path.split('.'), value: converted };
  };

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
  waitintervalharvesterlocksuccess: setting('revisit.days', toDays),
  waitintervalhost: setting('politeness.hostPauseMs', times(1_000)),
};

const RETRIES = 'retries and their intervals are built in';
const MYSQL = 'the data folder holds all data; there is no MySQL database';
const EXPORTS = 'records go to the built-in search; `thresher export` writes them for other programs';
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
  tempdir: 'temporary files are in the data folder',
  usetidy: 'the HTML parser reads pages as browsers do, without repairs before',
  waitintervalexpirationguaranteed: 'a page is removed when its server says so',
  waitintervalharvesterlocknotfound: RETRIES,
  waitintervalharvesterlocknotmodified: 'unchanged pages have the interval of all pages (`revisit`)',
  waitintervalharvesterlockrobotrules: 'robots.txt is read again after a day',
  waitintervalharvesterlockunavailable: RETRIES,
  waitintervalrrdlockdefault: RETRIES,
  waitintervalrrdlocknotfound: RETRIES,
  waitintervalrrdlocksuccess: RETRIES,
  waitintervalschedulergetjcf: 'the dispatcher polls no queue',
};

/** Why keys that change what a crawl collects have no setting, by the key in lower case. */
export const LOST_KEYS: Record<string, string> = {
  alvispipeline: EXPORTS,
  analyseplugin: PLUG_IN,
  reltextplugin: PLUG_IN,
  solrhost: EXPORTS,
  svmmodel: 'models of Combine cannot be read',
  zebrahost: EXPORTS,
};
