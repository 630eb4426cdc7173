import { expect, test } from 'vitest';
import { readSoapRequest } from '../../../web/sqi/soap-request.ts';
import { cpuTimeOf } from '../../cpu-time.ts';
import { message } from './soap.ts';

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const read = (xml: string) => readSoapRequest(new TextEncoder().encode(xml));
const envelope = (inside: string) => `<s:Envelope xmlns:s="${SOAP}">${inside}</s:Envelope>`;
const body = (inside: string) => envelope(`<s:Body>${inside}</s:Body>`);

test('reads the call of a message', () => {
  expect(read(message('synchronousQuery', { queryStatement: 'a < b & "c"', startResult: 1 }))).toEqual({
    version: '1.1',
    operation: 'synchronousQuery',
    parameters: new Map([
      ['queryStatement', 'a < b & "c"'],
      ['startResult', '1'],
    ]),
  });
  expect(read(message('x', {}, '1.2'))).toMatchObject({ version: '1.2', operation: 'x' });
});

test('reads other ways to write a call', () => {
  const xml = `\ufeff<?xml version='1.0'?><!-- c --><Envelope xmlns='${SOAP}'><Header><t xmlns="u" a="1">x</t></Header><Body>
    <call xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"> <a xsi:type="s"><![CDATA[<1>]]>&#228;<!-- c -->.</a><b/></call></Body></Envelope>\n`;
  expect(read(xml)).toEqual({
    version: '1.1',
    operation: 'call',
    parameters: new Map([
      ['a', '<1>ä.'],
      ['b', ''],
    ]),
  });
});

const BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';

test.each([
  ['', 'the message is no complete SOAP envelope'],
  ['hello', 'the message is no complete SOAP envelope'],
  ['<a/>', 'the message is no SOAP envelope'],
  ['<s:Envelope xmlns:s="urn:other"/>', 'the envelope must be one of SOAP 1.1 or 1.2'],
  ['<Envelope/>', 'the envelope must be one of SOAP 1.1 or 1.2'],
  [envelope(''), 'the body has no call'],
  [body(''), 'the body has no call'],
  [body('<a/><b/>'), 'the body has more than one call'],
  [body('<a><b><c/></b></a>'), 'b must be a text'],
  [body('<a><b>1</b><b>2</b></a>'), 'b is there twice'],
  [body('<a/>').slice(0, -3), 'the message is no complete SOAP envelope'],
  [`${body('<a/>')}${body('<b/>')}`, 'the message has two elements side by side'],
  [body('<?php x ?><a/>'), 'processing instructions are not allowed'],
  [`${BOMB}${body('<a><b>&b;</b></a>')}`, 'document types are not allowed'],
  [`<!DOCTYPE x SYSTEM "file:///etc/passwd">${body('<a/>')}`, 'document types are not allowed'],
  [envelope(`<s:Header>${'<x>'.repeat(100)}`), 'more than 32 nested elements'],
  [
    envelope('<s:Header><w:Security xmlns:w="urn:w" s:mustUnderstand="1"/></s:Header>'),
    'the header Security is not understood',
  ],
])('refuses %s', (xml, reason) => {
  expect(() => read(xml)).toThrow(reason);
});

test('takes little time for many declarations of namespaces', async () => {
  const declared = Array.from({ length: 1_000 }, (_, i) => ` xmlns:a${i}=""`).join('');
  const headers = '<a xmlns=""/>'.repeat(200_000);
  const envelope = `<s:Envelope xmlns:s="${SOAP}"${declared}><s:Header>${headers}</s:Header><s:Body><x/></s:Body></s:Envelope>`;
  // Copying the declarations for each header takes twenty seconds.
  expect(await cpuTimeOf(() => read(envelope))).toBeLessThan(10_000);
});

test('expands no entity', () => {
  expect(read(body('<a><b>&xxe;</b></a>')).parameters.get('b')).toBe('&xxe;');
});

test('reads UTF-8 only', () => {
  const latin1 = Buffer.from(body('<a><b>ä</b></a>'), 'latin1');
  expect(() => readSoapRequest(latin1)).toThrow('the message is not in UTF-8');
});
