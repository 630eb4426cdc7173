/** Checks options of `thresher serve`, and makes of them what the app takes. */
import type { MiddlewareHandler } from 'hono';
import { isOrigin } from '../../shared/http/origin.ts';
import { type Brand, DEFAULT_BRAND, MAX_BRAND_NAME, parseBrandLink } from '../../web/brand.ts';
import { isLanguageOfPages, LANGUAGES } from '../../web/language/table.ts';
import { allowOrigins } from '../../web/limits/allow-origins.ts';
import { limitRate } from '../../web/limits/rate-limit.ts';
import { guardRequests } from '../../web/limits/request-guard.ts';
import type { WebPorts } from '../../web/ports.ts';
import { clientAddress } from '../../web/server.ts';
import type { SqiSources } from '../../web/sqi/asynchronous.ts';
import { parseNumberOption, UsageError } from '../command.ts';
import type { Terminal } from '../output/terminal.ts';
import { postResults } from './post-results.ts';
import { openQueryLog } from './query-log.ts';

type SiteOptions = GuardOptions & {
  language?: string;
  contact?: string;
  'site-name'?: string;
  'footer-link'?: string[];
  'sqi-source'?: string[];
};

/**
 * Returns what the pages of a site have in common, and the guards of its requests.
 *
 * @param signal ends requests to other servers
 * @throws UsageError about invalid options
 */
export function siteOf(options: SiteOptions, signal: AbortSignal) {
  const { language = LANGUAGES[0], contact, 'allow-origin': origins = [] } = options;
  if (!isLanguageOfPages(language)) throw new UsageError(`--language: must be one of ${LANGUAGES.join(', ')}`);
  if (contact !== undefined && !/^[^\s@]+@[^\s@]+$/.test(contact))
    throw new UsageError(`--contact: ${contact}: must be a mail address`);
  const brand = brandOf(options['site-name'], options['footer-link']);
  const guards = guardsOf(options);
  const sqiSources = sqiSourcesOf(options['sqi-source'], signal);
  return { guards, language, brand, origins, ...(sqiSources && { sqiSources }), ...(contact && { contact }) };
}

/** @throws UsageError for a value that is no origin */
function sqiSourcesOf(origins: readonly string[] | undefined, signal: AbortSignal): SqiSources | undefined {
  const wrong = origins?.find((origin) => origin === '*' || !isOrigin(origin));
  if (wrong !== undefined)
    throw new UsageError(`--sqi-source: ${wrong}: must be scheme and host, such as https://portal.example`);
  return origins && { origins, post: (url, message) => postResults(url, message, signal) };
}

/** @throws UsageError if the file cannot be written */
export function queryLogOf(file: string | undefined, terminal: Terminal): WebPorts['logSearch'] {
  if (file === undefined) return undefined;
  const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
  try {
    return openQueryLog(file, Date.now, (error) => terminal.err(`searches are not logged: ${reasonOf(error)}`));
  } catch (error) {
    throw new UsageError(`--query-log: ${file}: cannot be written: ${reasonOf(error)}`);
  }
}

/** @throws UsageError about a name or a link that a page cannot show */
function brandOf(name: string = DEFAULT_BRAND.name, links: readonly string[] = []): Brand {
  if (name.trim() === '' || name.length > MAX_BRAND_NAME)
    throw new UsageError(`--site-name: must have 1 to ${MAX_BRAND_NAME} characters`);
  return {
    name: name.trim(),
    links: links.map((text) => {
      const link = parseBrandLink(text);
      if (link) return link;
      throw new UsageError(
        `--footer-link: ${text}: must be a label and an address, such as Imprint=https://library.example/imprint`,
      );
    }),
  };
}

type GuardOptions = { 'allow-host'?: string[]; 'allow-origin'?: string[]; rate?: string };

/** @param clientOf returns who sends a request. @throws UsageError about invalid options */
export function guardsOf({ rate, ...options }: GuardOptions, clientOf = clientAddress): MiddlewareHandler[] {
  const origins = options['allow-origin'] ?? [];
  const wrong = origins.find((origin) => !isOrigin(origin));
  if (wrong !== undefined)
    throw new UsageError(`--allow-origin: ${wrong}: must be scheme and host, such as https://library.example, or *`);
  const perSecond = parseNumberOption('rate', rate, 1);
  // First, so that scripts can read refusals too, and preflight requests cost nothing.
  return [
    ...(origins.length > 0 ? [allowOrigins(origins)] : []),
    ...(perSecond === undefined ? [] : [limitRate(perSecond, clientOf)]),
    guardRequests(options['allow-host'] ?? [], origins),
  ];
}
