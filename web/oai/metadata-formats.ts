import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { catalogueRecord } from '../formats/catalogue-record.ts';
import { DC_NAMESPACE, dublinCoreElements, OAI_DC_NAMESPACE } from '../formats/dublin-core.ts';
import { MARC_NAMESPACE, marcFields } from '../formats/marcxml.ts';
import { element } from '../formats/xml.ts';
import { OaiError } from './oai-error.ts';

export const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

export type MetadataFormat = {
  prefix: string;
  schema: string;
  namespace: string;
  /** Returns the XML of a record. Each record declares its own namespaces, so that harvesters can cut it out. */
  write(record: SearchRecord): string;
};

const OAI_DC_SCHEMA = 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd';
const MARC_SCHEMA = 'http://www.loc.gov/standards/marcxml/schema/MARC21slim.xsd';

const DC_START = `<oai_dc:dc xmlns:oai_dc="${OAI_DC_NAMESPACE}" xmlns:dc="${DC_NAMESPACE}" ${XSI} xsi:schemaLocation="${OAI_DC_NAMESPACE} ${OAI_DC_SCHEMA}">`;
const MARC_START = `<record xmlns="${MARC_NAMESPACE}" ${XSI} xsi:schemaLocation="${MARC_NAMESPACE} ${MARC_SCHEMA}">`;

export const METADATA_FORMATS: readonly MetadataFormat[] = [
  {
    prefix: 'oai_dc',
    schema: OAI_DC_SCHEMA,
    namespace: OAI_DC_NAMESPACE,
    write: (record) => `${DC_START}${dublinCoreElements(catalogueRecord(record))}</oai_dc:dc>`,
  },
  {
    prefix: 'marc21',
    schema: MARC_SCHEMA,
    namespace: MARC_NAMESPACE,
    write: (record) => `${MARC_START}${marcFields(catalogueRecord(record))}</record>`,
  },
];

/** @throws OaiError if there is no such format */
export function metadataFormat(prefix: string): MetadataFormat {
  const found = METADATA_FORMATS.find((one) => one.prefix === prefix);
  if (found) return found;
  const names = METADATA_FORMATS.map((one) => one.prefix).join(', ');
  throw new OaiError('cannotDisseminateFormat', `metadataPrefix: must be one of ${names}`);
}

export const formatsXml = (): string =>
  METADATA_FORMATS.map(({ prefix, schema, namespace }) => {
    const parts = [
      element('metadataPrefix', prefix),
      element('schema', schema),
      element('metadataNamespace', namespace),
    ];
    return `<metadataFormat>${parts.join('')}</metadataFormat>`;
  }).join('\n');
