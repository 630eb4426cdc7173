import type { SearchRecord } from '../../shared/ports/search-record.ts';
import { publicRecord } from '../api/public-record.ts';
import { catalogueRecord } from '../formats/catalogue-record.ts';
import { DC_NAMESPACE, dublinCoreElements } from '../formats/dublin-core.ts';
import { MARC_NAMESPACE, marcFields } from '../formats/marcxml.ts';
import { SRU_DIAGNOSTIC, SruError } from './diagnostics.ts';
import { ownRecord } from './own-record.ts';

/** A format of records. */
export type RecordSchema = {
  name: string;
  identifier: string;
  title: string;
  /** Returns the XML of a record, with the declarations of its namespaces. */
  write(record: SearchRecord, origin: string, crawl: string): string;
};

/** The element around Dublin Core that the Library of Congress defines for SRU. */
const SRW_DC_NAMESPACE = 'info:srw/schema/1/dc-schema';

/** The schemas of records. The first one is the default. */
export const RECORD_SCHEMAS: readonly RecordSchema[] = [
  {
    name: 'dc',
    identifier: 'info:srw/schema/1/dc-v1.1',
    title: 'Dublin Core',
    write: (record) =>
      `<srw_dc:dc xmlns:srw_dc="${SRW_DC_NAMESPACE}" xmlns:dc="${DC_NAMESPACE}">${dublinCoreElements(catalogueRecord(record))}</srw_dc:dc>`,
  },
  {
    name: 'marcxml',
    identifier: 'info:srw/schema/1/marcxml-v1.1',
    title: 'MARCXML',
    write: (record) => `<record xmlns="${MARC_NAMESPACE}">${marcFields(catalogueRecord(record))}</record>`,
  },
  {
    name: 'thresher',
    identifier: 'urn:thresher:schema:record:1',
    title: 'All that a record has, with its text',
    write: (record, origin, crawl) => ownRecord(publicRecord(record, origin, crawl)),
  },
];

/** @param given name or identifier of a schema; undefined: the default @throws SruError if there is no such schema */
export function recordSchema(given: string | undefined): RecordSchema {
  const found = RECORD_SCHEMAS.find(
    ({ name, identifier }) => given === undefined || given === name || given === identifier,
  );
  if (found) return found;
  throw new SruError({
    number: SRU_DIAGNOSTIC.schema,
    message: `recordSchema: must be one of ${RECORD_SCHEMAS.map(({ name }) => name).join(', ')}`,
    details: `${given}`.slice(0, 200),
  });
}
