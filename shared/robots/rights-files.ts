import type { Url } from '../url/url.ts';
import { AI_TXT_PATH, type AiTraining, parseAiTxt } from './ai-txt.ts';
import { parseTdmRep, type ReservedMining, TDMREP_PATH } from './tdmrep.ts';
import type { UsagePreferences } from './usage-preferences.ts';

/** A file of a whole site that says for what its pages may be used. A crawl requests it if the setting of the same name in `robots` says so. */
export type RightsFile = 'tdmrep' | 'aiTxt';

/** What rights files say of a page, by the names that records have. */
export type Rights = ReservedMining & AiTraining;

/** What a site says of the use of a page: in robots.txt, and in files for that purpose. */
export type SitePreferences = UsagePreferences & Rights;

/** The path of each file, and its parser. @param agent name of the crawler in the file */
export const RIGHTS_FILES = {
  tdmrep: { path: TDMREP_PATH, parse: (text: string) => parseTdmRep(text) },
  aiTxt: { path: AI_TXT_PATH, parse: parseAiTxt },
} as const satisfies Record<
  RightsFile,
  { path: `/${string}`; parse: (text: string, agent: string) => (url: Url) => Rights }
>;

/** Returns the files that the `robots` settings name, in the order in which they are requested. */
export const wantedRightsFiles = (settings: Record<RightsFile, boolean>): RightsFile[] =>
  (Object.keys(RIGHTS_FILES) as RightsFile[]).filter((file) => settings[file]);
