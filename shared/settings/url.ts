import { z } from 'zod';
import { DEFAULT_URL_RULES } from '../url/url-rules.ts';

/** How addresses are spelled, and what their words and directories say: rows of the settings. */
export const URL_ROWS = {
  sessionIds: z
    .array(z.string().min(1))
    .default([...DEFAULT_URL_RULES.sessionIds])
    .describe('Parameters that carry a session, and are taken off; `*` at the end stands for any rest.'),
  trackingParameters: z
    .array(z.string().min(1))
    .default([...DEFAULT_URL_RULES.trackingParameters])
    .describe('Parameters that only track a reader, and are taken off; `*` at the end stands for any rest.'),
  aliases: z
    .record(z.string().min(1), z.string().min(1))
    .default({})
    .describe('Hosts that are one server: `www2.example.org: www.example.org`. The left one becomes the right one.'),
  foldSlashes: z.boolean().default(false).describe('`//` in a path becomes `/`; a few servers mean something by it.'),
  dropIndexPages: z.boolean().default(false).describe('`/index.html`, `/default.aspx` and the like become `/`.'),
  sortParameters: z
    .boolean()
    .default(false)
    .describe('Parameters are put in the order of their letters; a few servers mind theirs.'),
  stopDirectories: directories(
    'Names of directories that nothing is fetched from, wherever they stand in a path: `calendar`, `cgi-bin`.',
  ),
  avoidDirectories: directories(
    'Directories that are fetched once and left out when pages are fetched again: a path (`/old/`), or one of a host (`www.example.org/old/`), with all below it.',
  ),
  urlWords: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Words that speak for a link where they are a whole label of its host or a whole part of its path, more so below `edu` and `ac`: such links come earlier.',
    ),
};

function directories(meaning: string) {
  return z.array(z.string().regex(/[^/]/, 'the name of a directory')).default([]).describe(meaning);
}
