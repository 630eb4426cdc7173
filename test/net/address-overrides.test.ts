import { expect, test } from 'vitest';
import { compileOverrides } from '../../shared/net/address-overrides.ts';

const RESOLVE = {
  '*.test': '127.0.0.1',
  'Bücher.example': '127.0.0.2:8080',
  '*.Übung.example': '127.0.0.3',
  'A.example': '::1',
};

// host name as in a URL · address
test.each([
  ['a.test', { address: '127.0.0.1' }],
  ['test', undefined],
  ['xn--bcher-kva.example', { address: '127.0.0.2', port: '8080' }],
  ['www.xn--bung-zra.example', { address: '127.0.0.3' }],
  ['a.example', { address: '::1' }],
  ['b.example', undefined],
])('the override of %s is %o', (name, override) => {
  expect(compileOverrides(RESOLVE)(name)).toEqual(override);
});
