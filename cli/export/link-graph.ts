/** Links between pages, as a table of links and as GraphML, for Gephi, NetworkX, igraph and others. */
import { createFingerprintTable } from '../../shared/maintain/sanity/fingerprint-table.ts';
import type { SearchRecord } from '../../shared/ports/search-index.ts';
import { csvLine } from '../../web/formats/csv-line.ts';
import { xmlText } from '../../web/formats/xml.ts';
import type { ExportedRecord } from './exported-record.ts';

export const linkTableHead = csvLine(['source', 'target', 'anchor', 'rel']);

/** Writes the links of a record in page order, also those to pages that are no records. */
export const linkRows = ({ url, links }: ExportedRecord): string =>
  links.map((link) => csvLine([url, link.url, link.anchor, link.rel])).join('');

/** Attributes of nodes: name, type, and value; undefined if it is not known. */
const NODE_ATTRIBUTES: readonly {
  name: string;
  type: 'string' | 'double';
  value: (record: SearchRecord) => string | number | undefined;
}[] = [
  { name: 'label', type: 'string', value: ({ title }) => title || undefined },
  { name: 'host', type: 'string', value: ({ host }) => host },
  { name: 'language', type: 'string', value: ({ language }) => language },
  { name: 'genre', type: 'string', value: ({ genre }) => genre },
  { name: 'verdict', type: 'string', value: ({ verdict }) => verdict },
  { name: 'score', type: 'double', value: ({ score }) => score },
];

export const graphMlHead = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
${NODE_ATTRIBUTES.map(({ name, type }) => `<key id="${name}" for="node" attr.name="${name}" attr.type="${type}"/>\n`).join('')}<key id="anchor" for="edge" attr.name="anchor" attr.type="string"/>
<graph edgedefault="directed">
`;

export const graphMlEnd = '</graph>\n</graphml>\n';

/**
 * Writes a node for each URL of each record.
 *
 * @returns a function that writes the links of a record to these nodes
 */
export async function* graphMlNodes(
  records: AsyncIterable<SearchRecord>,
): AsyncGenerator<string, (record: ExportedRecord) => string> {
  const nodes = createFingerprintTable();
  for await (const record of records)
    for (const url of Object.keys(record.urls)) {
      // Two records may have a URL whose page has changed.
      if (nodes.has(url)) continue;
      nodes.add(url);
      yield `<node id="${xmlText(url)}">${NODE_ATTRIBUTES.map(({ name, value }) => data(name, value(record))).join('')}</node>\n`;
    }
  return (record) => edges(record, nodes.has);
}

/** Writes one edge for all links to the same page, with the first anchor text. */
function edges({ url, links }: ExportedRecord, isNode: (url: string) => boolean): string {
  // A crawl that runs meanwhile may have added the record.
  if (!isNode(url)) return '';
  const targets = new Map<string, string>();
  for (const link of links) if (isNode(link.url) && !targets.get(link.url)) targets.set(link.url, link.anchor);
  return [...targets]
    .map(
      ([target, anchor]) =>
        `<edge source="${xmlText(url)}" target="${xmlText(target)}">${data('anchor', anchor || undefined)}</edge>\n`,
    )
    .join('');
}

const data = (key: string, value: string | number | undefined): string =>
  value === undefined ? '' : `<data key="${key}">${xmlText(`${value}`)}</data>`;
