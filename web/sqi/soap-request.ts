import { openMarkupParser } from '../../shared/packages/markup-parser.ts';
import { SoapFault } from './sqi-fault.ts';

export type SoapVersion = '1.1' | '1.2';

/** Namespace of the envelope in each version. */
export const ENVELOPES: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
};

/** A call: the local name of the element in the body, and the texts of its children by their local names. */
export type SoapCall = { version: SoapVersion; operation: string; parameters: ReadonlyMap<string, string> };

/** Maximum depth of elements. A call is four deep, and headers a little deeper. */
const MAX_DEPTH = 32;

/**
 * Reads a message of SOAP 1.1 or 1.2. Names of the call and of its parameters count without their namespace, because encodings differ in it
 * (RPC, document). Document types and processing instructions are refused, as SOAP requires, so no entity is ever declared.
 *
 * @param body the message in UTF-8
 * @throws SoapFault if it is not a call
 */
export function readSoapRequest(body: Uint8Array): SoapCall {
  const reader = callReader();
  const parser = openMarkupParser(reader, { xmlMode: true, decodeEntities: true });
  parser.write(decodeUtf8(body));
  // The parser closes open elements at the end, so the call must be complete before.
  const call = reader.call();
  parser.end();
  return call;
}

function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformed('the message is not in UTF-8');
  }
}

const malformed = (message: string): SoapFault => new SoapFault('Client', message);

/** An open element. `declared`: the namespaces that it declares, by their prefixes; the default one has an empty prefix. */
type Open = { name: string; declared: ReadonlyMap<string, string> };

function callReader() {
  const open: Open[] = [];
  const parameters = new Map<string, string>();
  let version: SoapVersion | undefined;
  let operation: string | undefined;
  let isClosed = false;

  function openElement(tag: string, name: string, parent: Open | undefined, attributes: Attributes): void {
    const depth = open.length;
    if (depth === 1) version = versionOf(name, namespaceOf(tag, open));
    else if (depth === 3 && parent!.name === 'Header') checkHeader(name, open, attributes, ENVELOPES[version!]);
    else if (open[1]!.name !== 'Body') return;
    else if (depth === 3) {
      if (operation !== undefined) throw malformed('the body has more than one call');
      operation = name;
    } else if (depth === 4) {
      if (parameters.has(name)) throw malformed(`${shown(name)} is there twice`);
      parameters.set(name, '');
    } else if (depth > 4) throw malformed(`${shown(parent!.name)} must be a text`);
  }

  return {
    onopentag(tag: string, attributes: Attributes): void {
      if (isClosed) throw malformed('the message has two elements side by side');
      if (open.length >= MAX_DEPTH) throw malformed(`more than ${MAX_DEPTH} nested elements`);
      const parent = open.at(-1);
      const name = localName(tag);
      open.push({ name, declared: declaredBy(attributes) });
      openElement(tag, name, parent, attributes);
    },
    ontext(text: string): void {
      if (open.length !== 4 || open[1]!.name !== 'Body') return;
      const { name } = open[3]!;
      parameters.set(name, `${parameters.get(name)}${text}`);
    },
    onclosetag(): void {
      open.pop();
      isClosed = open.length === 0;
    },
    onprocessinginstruction(name: string): void {
      if (name.startsWith('!')) throw malformed('document types are not allowed');
      if (name.toLowerCase() !== '?xml') throw malformed('processing instructions are not allowed');
    },
    /** @throws SoapFault if the message is not complete */
    call(): SoapCall {
      if (!isClosed || version === undefined) throw malformed('the message is no complete SOAP envelope');
      if (operation === undefined) throw malformed('the body has no call');
      return { version, operation, parameters };
    },
  };
}

type Attributes = Readonly<Record<string, string>>;

function versionOf(name: string, namespace: string | undefined): SoapVersion {
  if (name !== 'Envelope') throw malformed('the message is no SOAP envelope');
  if (namespace === ENVELOPES['1.1']) return '1.1';
  if (namespace === ENVELOPES['1.2']) return '1.2';
  throw new SoapFault('VersionMismatch', 'the envelope must be one of SOAP 1.1 or 1.2');
}

/** No header is understood, so none may be mandatory. */
function checkHeader(name: string, open: readonly Open[], attributes: Attributes, envelope: string): void {
  const isMandatory = Object.entries(attributes).some(
    ([attribute, value]) =>
      localName(attribute) === 'mustUnderstand' &&
      namespaceOf(attribute, open) === envelope &&
      ['1', 'true'].includes(value.trim()),
  );
  if (isMandatory) throw new SoapFault('MustUnderstand', `the header ${shown(name)} is not understood`);
}

const NONE: ReadonlyMap<string, string> = new Map();

function declaredBy(attributes: Attributes): Open['declared'] {
  const declared = Object.entries(attributes).filter(([name]) => /^xmlns(?::|$)/.test(name));
  if (declared.length === 0) return NONE;
  return new Map(declared.map(([name, uri]) => [name.slice('xmlns:'.length), uri]));
}

/** Returns the namespace of a name in the innermost open element; undefined if its prefix is not declared. */
const namespaceOf = (name: string, open: readonly Open[]): string | undefined =>
  open.findLast(({ declared }) => declared.has(prefixOf(name)))?.declared.get(prefixOf(name));

const prefixOf = (name: string): string => (name.includes(':') ? name.slice(0, name.indexOf(':')) : '');
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
const shown = (name: string): string => name.slice(0, 60);
