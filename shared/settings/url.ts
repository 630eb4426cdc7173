import * as z from 'zod';
import { DEFAULT_URL_RULES } from '../url/url-rules.ts';

/** Settings of URL normalisation, of directories to skip and of words in URLs. */
export const URL_SETTINGS = {
  sessionIds: z
    .array(z.string().min(1))
    .default([...DEFAULT_URL_RULES.sessionIds])
    .describe('Parameters that carry a session id. They are removed from URLs. A trailing `*` matches any ending.'),
  trackingParameters: z
    .array(z.string().min(1))
    .default([...DEFAULT_URL_RULES.trackingParameters])
    .describe('Parameters that only track visitors. They are removed from URLs. A trailing `*` matches any ending.'),
  aliases: z
    .record(z.string().min(1), z.string().min(1))
    .default({})
    .describe(
      'Host names of the same server: `www2.example.org: www.example.org`. The left name is replaced by the right one.',
    ),
  foundAliases: z
    .record(z.string().min(1), z.string().min(1))
    .default({})
    .describe(
      'Aliases that `thresher aliases --apply` found. The command writes them into the stored settings of a crawl, and they stay when a changed crawl.yaml is applied. `aliases` takes precedence.',
    ),
  foldSlashes: z
    .boolean()
    .default(false)
    .describe('Replace `//` in a path by `/`. A few servers treat them differently.'),
  dropIndexPages: z
    .boolean()
    .default(false)
    .describe('Replace `/index.html`, `/default.aspx` and similar names by `/`.'),
  sortParameters: z
    .boolean()
    .default(false)
    .describe('Sort query parameters alphabetically. A few servers depend on their order.'),
  stopDirectories: z
    .array(z.string().regex(/^\/*[^/]+\/*$/, 'the name of a directory, without those above it'))
    .default([])
    .describe('Names of directories to skip at any level of a path: `calendar`, `cgi-bin`.'),
  avoidDirectories: z
    .array(z.string().regex(/[^/]/, 'the path of a directory'))
    .default([])
    .describe(
      'Directories that are fetched once and skipped when pages are fetched again: a path (`/old/`), a host with a path (`www.example.org/old/`) or a host, including everything below.',
    ),
  urlWords: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Words that raise the priority of a link if they are a whole label of its host or a whole segment of its path. They count more below `edu` and `ac`.',
    ),
};
