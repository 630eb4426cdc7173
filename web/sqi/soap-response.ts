import { element, xmlText } from '../formats/xml.ts';
import { ENVELOPES, type SoapVersion } from './soap-request.ts';
import { type SoapFault, type SoapFaultCode, SQI_FAULTS } from './sqi-fault.ts';

/** Namespace of SQI 1.0 (CWA 15454). */
export const SQI_NAMESPACE = 'urn:www.cenorm.be/isss/ltws/wsdl/SQIv1p0';

/** Media type of messages in each version. */
export const SOAP_TYPES: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'text/xml',
  '1.2': 'application/soap+xml',
};

/** Writes the result of a call. @param result absent: the operation returns nothing */
export function responseXml(version: SoapVersion, operation: string, result: string | number | undefined): string {
  const value = result === undefined ? '' : `<${operation}Return>${xmlText(`${result}`)}</${operation}Return>`;
  return envelope(version, `<${operation}Response xmlns="${SQI_NAMESPACE}">${value}</${operation}Response>`);
}

/** Writes a fault. One of SQI has its code in the detail. */
export function faultXml(version: SoapVersion, fault: SoapFault): string {
  const detail =
    fault.sqi &&
    `<SQIFault xmlns="${SQI_NAMESPACE}">${element('sqiFaultCode', SQI_FAULTS[fault.sqi])}${element('message', fault.message)}</SQIFault>`;
  return envelope(version, version === '1.1' ? first(fault, detail) : second(fault, detail));
}

/** Returns the status of a fault: version 1.1 has one for all. */
export const faultStatus = (version: SoapVersion, { code }: SoapFault): 400 | 500 =>
  version === '1.2' && code === 'Client' ? 400 : 500;

const first = ({ code, message }: SoapFault, detail = ''): string =>
  [
    `<soap:Fault><faultcode>soap:${code}</faultcode>${element('faultstring', message)}`,
    detail === '' ? '' : `<detail>${detail}</detail>`,
    '</soap:Fault>',
  ].join('');

/** Codes that version 1.2 renames. */
const SECOND_CODES: Partial<Record<SoapFaultCode, string>> = { Client: 'Sender', Server: 'Receiver' };

const second = ({ code, message }: SoapFault, detail = ''): string =>
  [
    `<soap:Fault><soap:Code><soap:Value>soap:${SECOND_CODES[code] ?? code}</soap:Value></soap:Code>`,
    `<soap:Reason><soap:Text xml:lang="en">${xmlText(message)}</soap:Text></soap:Reason>`,
    detail === '' ? '' : `<soap:Detail>${detail}</soap:Detail>`,
    '</soap:Fault>',
  ].join('');

/** Writes the call that hands results to the source of an asynchronous query. */
export const listenerXml = (queryId: string, results: string): string =>
  envelope(
    '1.1',
    `<queryResultsListener xmlns="${SQI_NAMESPACE}"><queryID>${xmlText(queryId)}</queryID><queryResults>${xmlText(results)}</queryResults></queryResultsListener>`,
  );

const envelope = (version: SoapVersion, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<soap:Envelope xmlns:soap="${ENVELOPES[version]}"><soap:Body>${body}</soap:Body></soap:Envelope>\n`;
