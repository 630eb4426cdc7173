import { expect, test } from 'vitest';
import { SQI_OPERATIONS } from '../../../web/sqi/operations.ts';
import { createSqiSessions } from '../../../web/sqi/sessions.ts';
import { SQI_FAULTS } from '../../../web/sqi/sqi-fault.ts';
import { wsdl } from '../../../web/sqi/wsdl.ts';
import { libraryWorld, pageRecord } from '../library-world.ts';
import { elementsOf, parseXml } from '../strict-xml.ts';

const root = parseXml(wsdl('https://search.example/sqi?a=1&b="2"'));
const namesOf = (kind: string) => elementsOf(root, kind).map(({ attributes }) => attributes['name']);

test('describes every operation, with its messages, its binding and its fault', () => {
  const operations = Object.keys(SQI_OPERATIONS).sort();
  const [schema] = elementsOf(root, 'schema');
  const elements = schema!.children
    .filter(({ name }) => name === 'element')
    .map(({ attributes }) => attributes['name']);
  expect(elements.sort()).toEqual(['SQIFault', ...operations.flatMap((name) => [name, `${name}Response`])].sort());
  expect(namesOf('message').sort()).toEqual(elements);
  for (const kind of ['portType', 'binding']) {
    const described = elementsOf(root, kind).flatMap((one) => elementsOf(one, 'operation'));
    const own = described.filter(({ attributes }) => 'name' in attributes);
    expect(own.map(({ attributes }) => attributes['name']).sort()).toEqual(operations);
  }
  expect(elementsOf(root, 'enumeration').map(({ attributes }) => attributes['value'])).toEqual(
    expect.arrayContaining(Object.values(SQI_FAULTS)),
  );
});

test('names its own address', async () => {
  const addressOf = (document: typeof root) =>
    elementsOf(document, 'address').map(({ attributes }) => attributes['location']);
  expect(addressOf(root)).toEqual(Array(2).fill('https://search.example/sqi?a=1&b="2"'));
  const { ask } = await libraryWorld({ garden: [pageRecord('moss')] }, { sqiSessions: createSqiSessions() });
  for (const [path, address] of [
    ['/sqi?wsdl', '/sqi'],
    ['/sqi', '/sqi'],
    ['/sqi/garden?WSDL', '/sqi/garden'],
    ['/sqi?wsdl&crawl=garden', '/sqi?crawl=garden'],
  ]) {
    const response = await ask(path!);
    expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(addressOf(parseXml(await response.text()))).toEqual(Array(2).fill(`https://search.example${address}`));
  }
});
