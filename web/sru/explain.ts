import {
  contextSets,
  type QueryField,
  type ServedIndex,
  servedIndexes,
} from '../../shared/query/fields/query-fields.ts';
import { LIMITS } from '../api/search-query.ts';
import { element, xmlText } from '../formats/xml.ts';
import { RECORD_SCHEMAS } from './record-schemas.ts';
import { isScanned } from './scan.ts';
import { escapingOf, type SruRequest } from './sru-request.ts';
import { diagnosticsXml, type Escaping, echoXml, recordXml, responseXml } from './sru-xml.ts';
import { HIGHEST_VERSION, type Version } from './versions.ts';

/** Namespace, and identifier of the schema, of ZeeRex 2.0, in which servers are described. */
const ZEEREX = 'http://explain.z3950.org/dtd/2.0/';

/** The server and the crawl that a description is about. `path`: that of the server, without a slash before it. `records`: absent if their number is not known. */
export type Described = { crawl: string; origin: string; path: string; records?: number };

/** Answers a request for the description of the server. @throws SruError if it is not valid */
export function explain(request: SruRequest, described: Described): string {
  const { version, warnings } = request;
  const escaping = escapingOf(request);
  return responseXml(version, 'explainResponse', [
    explainRecord(version, escaping, described),
    echoXml('echoedExplainRequest', [
      ['version', version],
      [version === '2.0' ? 'recordXMLEscaping' : 'recordPacking', escaping],
    ]),
    diagnosticsXml(version, warnings),
  ]);
}

/** Writes the record that every response to `explain` has, also one with a diagnostic. */
export const explainRecord = (version: Version, escaping: Escaping, described: Described): string =>
  recordXml(version, escaping, { schema: ZEEREX, data: zeeRex(described) });

function zeeRex({ crawl, origin, path, records }: Described): string {
  const { protocol, hostname, port } = new URL(origin);
  const transport = protocol.replace(':', '');
  return [
    `<explain xmlns="${ZEEREX}">`,
    `<serverInfo protocol="SRU" version="${HIGHEST_VERSION}" transport="${transport}" method="GET POST">`,
    element('host', hostname),
    element('port', port || (transport === 'https' ? 443 : 80)),
    `<database${records === undefined ? '' : ` numRecs="${records}"`}>${xmlText(path)}</database>`,
    '</serverInfo>',
    '<databaseInfo>',
    `<title lang="en" primary="true">${xmlText(crawl)}</title>`,
    `<description lang="en" primary="true">${xmlText(`Pages that the crawl ${crawl} has collected`)}</description>`,
    '</databaseInfo>',
    indexInfo(),
    schemaInfo(),
    CONFIG_INFO,
    '</explain>',
  ].join('\n');
}

/** Lists the indexes: one element for each field, with all names of the field. */
function indexInfo(): string {
  const sets = contextSets().map(
    ({ name, identifier }) => `<set name="${xmlText(name)}" identifier="${xmlText(identifier)}"/>`,
  );
  const byField = Map.groupBy(servedIndexes(), ({ field }) => keyOf(field));
  return ['<indexInfo>', ...sets, ...Array.from(byField.values(), indexXml), '</indexInfo>'].join('\n');
}

const keyOf = (field: QueryField): string =>
  field.kind === 'stored'
    ? `${field.field.property} ${field.bound ?? ''} ${field.mapped ?? ''}`
    : JSON.stringify(field);

function indexXml(names: readonly ServedIndex[]): string {
  const { field, name: title } = names[0]!;
  const isSorted = field.kind === 'stored' && field.field.matching !== 'tree';
  const maps = names.map(
    ({ set, name }) => `<map><name${set === undefined ? '' : ` set="${xmlText(set)}"`}>${xmlText(name)}</name></map>`,
  );
  return `<index search="true" scan="${isScanned(field)}" sort="${isSorted}"><title lang="en">${xmlText(title)}</title>${maps.join('')}</index>`;
}

function schemaInfo(): string {
  const schemas = RECORD_SCHEMAS.map(
    ({ name, identifier, title }) =>
      `<schema name="${xmlText(name)}" identifier="${xmlText(identifier)}" sort="false" retrieve="true"><title lang="en">${xmlText(title)}</title></schema>`,
  );
  return ['<schemaInfo>', ...schemas, '</schemaInfo>'].join('\n');
}

const setting = (type: string, value: string | number): string => `<setting type="${type}">${value}</setting>`;
const preset = (type: string, value: string | number): string => `<default type="${type}">${value}</default>`;
const supports = (type: string, values: readonly string[]): string[] =>
  values.map((value) => `<supports type="${type}">${xmlText(value)}</supports>`);

const CONFIG_INFO = [
  '<configInfo>',
  preset('contextSet', 'cql'),
  preset('index', 'cql.serverChoice'),
  preset('relation', '='),
  preset('numberOfRecords', LIMITS.defaultSize),
  preset('retrieveSchema', RECORD_SCHEMAS[0]!.name),
  setting('maximumRecords', LIMITS.size),
  ...supports('relation', ['=', '==', 'exact', '<>', 'any', 'all', 'adj', '<', '<=', '>', '>=', 'within']),
  ...supports('relationModifier', ['stem', 'relevant', 'word', 'ignoreCase', 'ignoreAccents', 'masked', 'fuzzy']),
  ...supports('booleanModifier', ['distance', 'unit', 'ordered', 'unordered']),
  ...supports('maskingCharacter', ['*', '?']),
  ...supports('sortModifier', ['ascending', 'descending', 'missingHigh', 'missingLow']),
  ...supports('proximity', ['prox']),
  ...supports('scan', ['scan']),
  '</configInfo>',
].join('\n');
