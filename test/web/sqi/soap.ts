import { ENVELOPES, type SoapVersion } from '../../../web/sqi/soap-request.ts';
import { SOAP_TYPES, SQI_NAMESPACE } from '../../../web/sqi/soap-response.ts';
import { elementsOf, parseXml, textsOf } from '../strict-xml.ts';

export const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Writes a message with a call. */
export function message(
  operation: string,
  parameters: Record<string, string | number> = {},
  version: SoapVersion = '1.1',
) {
  const children = Object.entries(parameters).map(([name, value]) => `<q:${name}>${escaped(`${value}`)}</q:${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${ENVELOPES[version]}"><s:Body><q:${operation} xmlns:q="${SQI_NAMESPACE}">${children.join('')}</q:${operation}></s:Body></s:Envelope>`;
}

export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Sends a message. */
export const post = (ask: Ask, body: string, path = '/sqi', type = SOAP_TYPES['1.1']) =>
  ask(path, { method: 'POST', body, headers: { 'content-type': type } });

/** Sends a call, and returns its result, or the code and the text of its fault. */
export async function call(
  ask: Ask,
  operation: string,
  parameters: Record<string, string | number> = {},
  path = '/sqi',
) {
  const response = await post(ask, message(operation, parameters), path);
  const root = parseXml(await response.text());
  const [fault] = elementsOf(root, 'Fault');
  if (fault)
    return {
      status: response.status,
      fault: textsOf(fault, 'sqiFaultCode')[0],
      text: textsOf(fault, 'faultstring')[0]!,
    };
  return { result: textsOf(root, `${operation}Return`)[0] };
}

/** Opens a session, and returns a function that calls its operations and returns their results. */
export async function session(ask: Ask, path = '/sqi') {
  const { result: targetSessionID } = await call(ask, 'createAnonymousSession', {}, path);
  return async (operation: string, parameters: Record<string, string | number> = {}) => {
    const answer = await call(ask, operation, { targetSessionID: targetSessionID!, ...parameters }, path);
    if ('fault' in answer) throw new Error(answer.text);
    return answer.result;
  };
}
