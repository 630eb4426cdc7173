import { type Diagnostic, invalidValue, SRU_DIAGNOSTIC, SruError } from './diagnostics.ts';
import type { Escaping } from './sru-xml.ts';
import { type Version, versionOf } from './versions.ts';

export type Operation = 'explain' | 'searchRetrieve' | 'scan';

/** A request, as far as all operations have it in common. */
export type SruRequest = {
  version: Version;
  operation: Operation;
  parameters: ReadonlyMap<string, string>;
  /** Faults that do not end the operation. */
  warnings: Diagnostic[];
};

/** Parameters of the standard that are served, and those of this server. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['version', 'operation', 'query', 'queryType', 'startRecord', 'maximumRecords', 'recordSchema', 'recordPacking'],
  ...['recordXMLEscaping', 'sortKeys', 'scanClause', 'responsePosition', 'maximumTerms', 'httpAccept', 'crawl'],
  // Results are not kept, so it does not matter for how long they should be.
  'resultSetTTL',
]);

/** Returns version and operation of a request. @throws SruError if it has none that is served */
export function readRequest(parameters: ReadonlyMap<string, string>): SruRequest {
  const version = versionOf(parameters);
  const operation = operationOf(version, parameters);
  return { version, operation, parameters, warnings: warningsOf(parameters) };
}

/** Returns the version of the response to a request that may be wrong. */
export function responseVersion(parameters: ReadonlyMap<string, string>): Version {
  try {
    return versionOf(parameters);
  } catch (error) {
    if (error instanceof SruError) return '1.2';
    throw error;
  }
}

/** Version 2.0 has no parameter `operation`: each operation has a mandatory parameter that tells it. */
function operationOf(version: Version, parameters: ReadonlyMap<string, string>): Operation {
  const given = parameters.get('operation');
  if (given === 'explain' || given === 'searchRetrieve' || given === 'scan') return given;
  if (given !== undefined)
    throw new SruError({
      number: SRU_DIAGNOSTIC.operation,
      message: 'operation: must be explain, searchRetrieve or scan',
      details: given.slice(0, 100),
    });
  if (version !== '2.0' && (parameters.has('query') || parameters.has('scanClause')))
    throw new SruError({
      number: SRU_DIAGNOSTIC.missingParameter,
      message: 'the mandatory parameter operation is missing',
      details: 'operation',
    });
  if (parameters.has('query') || parameters.has('queryType')) return 'searchRetrieve';
  return parameters.has('scanClause') ? 'scan' : 'explain';
}

function warningsOf(parameters: ReadonlyMap<string, string>): Diagnostic[] {
  const warnings: Diagnostic[] = [];
  for (const name of parameters.keys()) {
    if (name === 'recordXPath') throw new SruError({ number: SRU_DIAGNOSTIC.xpath, message: 'XPath is not supported' });
    if (name === 'stylesheet')
      warnings.push({ number: SRU_DIAGNOSTIC.stylesheets, message: 'stylesheets are not supported' });
    else if (!KNOWN.has(name) && !name.startsWith('x-'))
      warnings.push({
        number: SRU_DIAGNOSTIC.parameter,
        message: `the parameter ${name.slice(0, 100)} is not supported`,
        details: name.slice(0, 100),
      });
  }
  return warnings.slice(0, MAX_WARNINGS);
}

/** Maximum number of parameters that a response names as unknown. */
const MAX_WARNINGS = 10;

/** Returns a whole number. @param preset value of an absent parameter @throws SruError for other values */
export function numberOf(parameters: ReadonlyMap<string, string>, name: string, min: number, preset: number): number {
  const text = parameters.get(name);
  if (text === undefined) return preset;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min) return value;
  throw invalidValue(name, `a whole number from ${min} on`);
}

/** Returns how records are sent: `recordXMLEscaping` in version 2.0, otherwise `recordPacking`. @throws SruError for other values */
export function escapingOf({ version, parameters }: SruRequest): Escaping {
  const name = version === '2.0' ? 'recordXMLEscaping' : 'recordPacking';
  const given = parameters.get(name) ?? 'xml';
  if (given === 'xml' || given === 'string') return given;
  throw new SruError({
    number: SRU_DIAGNOSTIC.escaping,
    message: `${name}: must be xml or string`,
    details: given.slice(0, 100),
  });
}
