/**
 * Reads `/.well-known/tdmrep.json` of the TDM Reservation Protocol (https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/): which parts
 * of a site reserve the rights of text and data mining. It forbids no request; the crawl records it.
 */
import { removeControls } from '../text/controls.ts';
import type { Url } from '../url/url.ts';
import { escapePattern } from './escape-path.ts';
import { compilePattern, pathOf } from './path-pattern.ts';

export const TDMREP_PATH = '/.well-known/tdmrep.json';

/** `tdm-reservation`: '1' if the rights are reserved, '0' if not. `tdm-policy`: URL of the terms. */
export type ReservedMining = { 'tdm-reservation'?: '0' | '1'; 'tdm-policy'?: string };

/** Maximum number of entries that are read, and maximum length of a pattern and a URL, in characters. */
const MAX_ENTRIES = 200;
const MAX_LENGTH = 2_000;

/**
 * @param text of the file; any text is valid
 * @returns a function that tells what the first entry with a matching path says of a URL; empty if there is none
 */
export function parseTdmRep(text: string): (url: Url) => ReservedMining {
  const entries = entriesOf(text).slice(0, MAX_ENTRIES).flatMap(compileEntry);
  return (url) => {
    const path = pathOf(url);
    return entries.find(({ matches }) => matches(path))?.says ?? {};
  };
}

function entriesOf(text: string): unknown[] {
  try {
    const found: unknown = JSON.parse(text);
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

type Entry = { matches: (path: string) => boolean; says: ReservedMining };

function compileEntry(entry: unknown): Entry[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { location, 'tdm-reservation': reservation, 'tdm-policy': policy } = entry as Record<string, unknown>;
  if (typeof location !== 'string' || location.length > MAX_LENGTH || !location.isWellFormed()) return [];
  if (!/^[01]$/.test(String(reservation))) return [];
  const pattern = escapePattern(/^[/*]/.test(location) ? location : `/${location}`);
  const hasPolicy = typeof policy === 'string' && policy !== '';
  return [
    {
      matches: compilePattern(pattern),
      says: {
        'tdm-reservation': String(reservation) as '0' | '1',
        ...(hasPolicy && { 'tdm-policy': removeControls(policy).trim().slice(0, MAX_LENGTH) }),
      },
    },
  ];
}
