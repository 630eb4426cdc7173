import { element, xmlText } from '../formats/xml.ts';
import { type Diagnostic, sruUri } from './diagnostics.ts';
import { namespacesOf, type Version } from './versions.ts';

/** How the XML of a record is sent: as XML, or escaped as text. */
export type Escaping = 'xml' | 'string';

/** A record of a response. */
export type SruRecord = {
  /** Identifier of the schema. */
  schema: string;
  /** XML of the record, with the declarations of its namespaces. */
  data: string;
  /** Absent for a record that stands for no document. */
  id?: string;
  /** Position in the result, from 1. Absent: none. */
  position?: number;
};

/** Identifier of the schema of diagnostics that take the place of a record. */
const DIAGNOSTIC_SCHEMA = 'info:srw/schema/1/diagnostics-v1.1';

/** Writes a response. @param parts its elements, in the order of the schema. Empty ones are left out. */
export function responseXml(version: Version, name: string, parts: readonly string[]): string {
  const { response, scan } = namespacesOf(version);
  const isScan = name === 'scanResponse';
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${name} xmlns="${isScan ? scan : response}">`,
    // The schema of scan 2.0 has none.
    isScan && version === '2.0' ? '' : element('version', version),
    ...parts,
    `</${name}>`,
  ];
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}

/** Writes one record. Version 2.0 calls the packing of XML its escaping; what it calls packing is left at its default, `packed`. */
export function recordXml(version: Version, escaping: Escaping, { schema, data, id, position }: SruRecord): string {
  return [
    '<record>',
    element('recordSchema', schema),
    element(version === '2.0' ? 'recordXMLEscaping' : 'recordPacking', escaping),
    `<recordData>${escaping === 'string' ? xmlText(data) : data}</recordData>`,
    version === '1.1' ? '' : element('recordIdentifier', id),
    element('recordPosition', position),
    '</record>',
  ].join('');
}

/** Returns a record that says why there is none at a position (a surrogate diagnostic). */
export const surrogateRecord = (version: Version, diagnostic: Diagnostic, position: number): SruRecord => ({
  schema: DIAGNOSTIC_SCHEMA,
  data: diagnosticXml(version, diagnostic),
  position,
});

/** Writes the diagnostics of a response; an empty text without any. */
export const diagnosticsXml = (version: Version, diagnostics: readonly Diagnostic[]): string =>
  diagnostics.length === 0
    ? ''
    : `<diagnostics>${diagnostics.map((one) => diagnosticXml(version, one)).join('')}</diagnostics>`;

function diagnosticXml(version: Version, { number, message, details }: Diagnostic): string {
  const parts = [element('uri', sruUri(number)), element('details', details), element('message', message)];
  return `<diagnostic xmlns="${namespacesOf(version).diagnostic}">${parts.join('')}</diagnostic>`;
}

/**
 * Writes the request as it was understood.
 *
 * @param parameters the parameters in the order of the schema; `xml` is not escaped
 */
export const echoXml = (
  name: string,
  parameters: readonly (readonly [name: string, value: string | undefined] | { xml: string })[],
): string =>
  `<${name}>${parameters.map((one) => ('xml' in one ? one.xml : element(one[0], one[1]))).join('')}</${name}>`;
