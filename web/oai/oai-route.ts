/** OAI-PMH 2.0 (https://www.openarchives.org/OAI/openarchivesprotocol.html): all crawls are one repository, which harvesters copy. */
import type { Context } from 'hono';
import { DEFAULT_BRAND } from '../brand.ts';
import { element, xmlText } from '../formats/xml.ts';
import type { WebPorts } from '../ports.ts';
import { requestParameters } from '../request-parameters.ts';
import { originOf } from '../site.ts';
import { datestamp } from './datestamps.ts';
import { listRecords } from './list-records.ts';
import { formatsXml, metadataFormat, XSI } from './metadata-formats.ts';
import { type OaiRequest, readArguments } from './oai-arguments.ts';
import { OaiError } from './oai-error.ts';
import { type CrawlRecord, parseIdentifier, type Repository, recordXml } from './record-xml.ts';
import { badToken } from './resumption-token.ts';
import { setSpecOf } from './sets.ts';

/** Ports with the changes of records. */
export type OaiPorts = WebPorts & Required<Pick<WebPorts, 'changedRecords'>>;

const NAMESPACE = 'http://www.openarchives.org/OAI/2.0/';
const SCHEMA = `${NAMESPACE} ${NAMESPACE}OAI-PMH.xsd`;

/** Classes of a crawl that are listed as sets: those of the most pages. */
const MAX_CLASSES = 1_000;

/** Answers `/oai`. Errors of a request are in a response of status 200; an engine that is away gets status 503. */
export async function oaiRoute(c: Context, ports: OaiPorts): Promise<Response> {
  const base = `${originOf(c)}/oai`;
  const nowMs = Date.now();
  c.header('x-robots-tag', 'noindex');
  const send = (request: string, result: string) =>
    c.body(responseXml(nowMs, request, result), 200, { 'content-type': 'text/xml; charset=utf-8' });
  let echo = element('request', base);
  try {
    const request = readArguments(await requestParameters(c));
    echo = requestXml(request, base);
    const crawls = (await ports.crawls()).sort();
    const repository: Repository = { host: hostOf(base), crawls, nowMs };
    const result = await answer(request, repository, base, ports);
    return send(echo, `<${request.verb}>\n${result}\n</${request.verb}>`);
  } catch (error) {
    // The standard wants no attributes for arguments that are wrong.
    if (error instanceof OaiError && error.code === 'badArgument') echo = element('request', base);
    return send(echo, errorXml(error));
  }
}

/** Writes the request with its arguments as attributes. */
function requestXml({ verb, args }: OaiRequest, base: string): string {
  const attributes = [['verb', verb], ...args].map(([name, value]) => ` ${name}="${xmlText(value!)}"`);
  return `<request${attributes.join('')}>${xmlText(base)}</request>`;
}

/** Returns the host name of a URL, as identifiers have it: the colons of an IPv6 address separate other parts there. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/[^\w.-]/g, (sign) => (sign === ':' ? '-' : ''));

const responseXml = (nowMs: number, request: string, result: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<OAI-PMH xmlns="${NAMESPACE}" ${XSI} xsi:schemaLocation="${SCHEMA}">`,
    element('responseDate', datestamp(nowMs)),
    request,
    result,
    '</OAI-PMH>',
    '',
  ].join('\n');

/** @throws the error if it is not one of the protocol */
function errorXml(error: unknown): string {
  if (error instanceof OaiError) return `<error code="${error.code}">${xmlText(error.message)}</error>`;
  throw error;
}

async function answer(request: OaiRequest, repository: Repository, base: string, ports: OaiPorts): Promise<string> {
  const { verb, args } = request;
  switch (verb) {
    case 'Identify':
      return identify(repository, base, ports);
    case 'ListMetadataFormats': {
      const identifier = args.get('identifier');
      if (identifier !== undefined) await findRecord(identifier, repository, ports);
      return formatsXml();
    }
    case 'ListSets':
      if (args.has('resumptionToken')) throw badToken();
      return listSets(repository, ports);
    case 'GetRecord': {
      const format = metadataFormat(args.get('metadataPrefix')!);
      return recordXml(repository, await findRecord(args.get('identifier')!, repository, ports), format);
    }
    case 'ListIdentifiers':
    case 'ListRecords':
      if (args.has('set') && (await setsOf(repository, ports)).length === 0) throw noSets();
      return listRecords(verb, args, repository, ports);
  }
}

async function identify({ host, crawls, nowMs }: Repository, base: string, ports: OaiPorts): Promise<string> {
  const first = await Promise.all(crawls.map((crawl) => ports.changedRecords(crawl, { before: nowMs, size: 1 })));
  const earliest = Math.min(nowMs, ...first.flat().map(({ at }) => at));
  return [
    element(
      'repositoryName',
      `${(ports.brand ?? DEFAULT_BRAND).name}: ${crawls.join(', ')}`.slice(0, MAX_NAME_LENGTH).toWellFormed(),
    ),
    element('baseURL', base),
    element('protocolVersion', '2.0'),
    element('adminEmail', ports.contact ?? defaultContact(host)),
    element('earliestDatestamp', datestamp(earliest)),
    // The index forgets removed records after 35 days.
    element('deletedRecord', 'transient'),
    element('granularity', 'YYYY-MM-DDThh:mm:ssZ'),
  ].join('\n');
}

/** The schema wants a dot in the domain, which names of a local network lack (`localhost`). No mail is sent to `.invalid`. */
const defaultContact = (host: string): string => `webmaster@${host}${host.includes('.') ? '' : '.invalid'}`;

/** Maximum length of the name of the repository, in UTF-16 units. */
const MAX_NAME_LENGTH = 200;

async function findRecord(identifier: string, repository: Repository, ports: OaiPorts): Promise<CrawlRecord> {
  const named = parseIdentifier(repository, identifier);
  const [changed] = named
    ? await ports.changedRecords(named.crawl, { id: named.id, before: repository.nowMs, size: 1 })
    : [];
  if (named && changed) return { crawl: named.crawl, changed };
  throw new OaiError('idDoesNotExist', 'there is no record with this identifier');
}

const noSets = (): OaiError => new OaiError('noSetHierarchy', 'there are no sets: the only crawl has no classes');

async function listSets(repository: Repository, ports: OaiPorts): Promise<string> {
  const sets = await setsOf(repository, ports);
  if (sets.length === 0) throw noSets();
  return sets.map(({ spec, name }) => `<set>${element('setSpec', spec)}${element('setName', name)}</set>`).join('\n');
}

/** Returns the sets: the crawls, if there are several, and their classes. */
async function setsOf({ crawls }: Repository, ports: OaiPorts): Promise<{ spec: string; name: string }[]> {
  const all = await Promise.all(
    crawls.map(async (crawl) => {
      const request = { crawl, q: '', size: 1, facets: ['class' as const], facetSize: MAX_CLASSES };
      const classes = ((await ports.search(request)).facets['class'] ?? []).map(({ value }) => value).sort();
      const above = crawls.length > 1 ? crawl : undefined;
      const ofClasses = classes.map((name) => ({ spec: setSpecOf(above, name), name }));
      return above === undefined ? ofClasses : [{ spec: setSpecOf(above, undefined), name: crawl }, ...ofClasses];
    }),
  );
  return all.flat();
}
