import { SRU_DIAGNOSTIC, SruError } from './diagnostics.ts';

/** Versions of SRU that are served. */
export type Version = '1.1' | '1.2' | '2.0';

/** The highest version that is served. */
export const HIGHEST_VERSION: Version = '2.0';

/** Namespaces of a version, and of the parts of its responses. */
export type Namespaces = { response: string; scan: string; diagnostic: string; xcql: string };

const FIRST: Namespaces = {
  response: 'http://www.loc.gov/zing/srw/',
  scan: 'http://www.loc.gov/zing/srw/',
  diagnostic: 'http://www.loc.gov/zing/srw/diagnostic/',
  xcql: 'http://www.loc.gov/zing/cql/xcql/',
};

const OASIS = 'http://docs.oasis-open.org/ns/search-ws';

const SECOND: Namespaces = {
  response: `${OASIS}/sruResponse`,
  scan: `${OASIS}/scan`,
  diagnostic: `${OASIS}/diagnostic`,
  xcql: `${OASIS}/xcql`,
};

export const namespacesOf = (version: Version): Namespaces => (version === '2.0' ? SECOND : FIRST);

/**
 * Returns the version of the response: the highest that is served and not above the requested one. A request without `version` and
 * `operation` is one of 2.0, which has neither.
 *
 * @throws SruError if there is no such version
 */
export function versionOf(parameters: ReadonlyMap<string, string>): Version {
  const given = parameters.get('version');
  if (given === undefined) return parameters.has('operation') ? '1.2' : '2.0';
  const [, major = '', minor = ''] = /^(\d{1,3})\.(\d{1,3})$/.exec(given) ?? [];
  if (major === '' || Number(major) < 1 || (major === '1' && minor === '0')) {
    throw new SruError({
      number: SRU_DIAGNOSTIC.version,
      message: `version ${given.slice(0, 20)} is not supported`,
      details: HIGHEST_VERSION,
    });
  }
  if (Number(major) >= 2) return '2.0';
  return minor === '1' ? '1.1' : '1.2';
}
