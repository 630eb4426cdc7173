import { describe, expect, test } from 'vitest';
import { DEFAULT_CLEAN_OPTIONS } from '../../shared/clean/clean-options.ts';
import { cleanPage } from '../../shared/clean/clean-page.ts';
import { openCountryDatabase } from '../../shared/clean/metadata/country-of-ip.ts';
import { readServerHeaders } from '../../shared/clean/server-headers.ts';
import type { Url } from '../../shared/url/url.ts';
import { mmdbOf } from './metadata/mmdb.ts';

const AT = Date.parse('2024-05-06T08:00:00Z');
const DATE = ['Date', 'Mon, 06 May 2024 08:00:00 GMT'] as const;

describe('headers', () => {
  test.each([
    ['Sat, 04 May 2024 10:00:00 GMT', '2024-05-04T10:00:00.000Z'],
    ['Saturday, 04-May-24 10:00:00 GMT', '2024-05-04T10:00:00.000Z'],
    ['Mon, 06 May 2024 07:59:59 GMT', null],
    ['Tue, 07 May 2024 10:00:00 GMT', null],
    ['Thu, 01 Jan 1970 00:00:00 GMT', null],
    ['Thu, 01 Jan 1970 00:00:01 GMT', null],
    ['Tue, 01 Jan 1980 00:00:00 GMT', null],
    ['0', null],
    ['yesterday', null],
  ])('reads Last-Modified %s as %s, ignoring the time of the response', (value, expected) => {
    expect(readServerHeaders({ headers: [DATE, ['Last-Modified', value]] }).modified).toBe(expected);
    expect(readServerHeaders({ headers: [['last-modified', value]], fetchedAt: AT }).modified).toBe(expected);
  });

  test.each([
    ['Tue, 07 May 2024 08:00:00 GMT', '2024-05-07T08:00:00.000Z'],
    ['Fri, 31 Dec 9999 23:59:59 GMT', '9999-12-31T23:59:59.000Z'],
    ['Fri, 31 Dec 275000 23:59:59 GMT', null],
    ['Thu, 19 Nov 1981 08:52:00 GMT', null],
    ['-1', null],
    ['0', null],
  ])('reads Expires %s as %s', (value, expected) => {
    expect(readServerHeaders({ headers: [DATE, ['Expires', value]] }).expires).toBe(expected);
  });

  test('reads the name of the server', () => {
    expect(
      readServerHeaders({
        headers: [
          ['Server', 'Apache/2.4'],
          ['X-Powered-By', 'PHP/5.2'],
        ],
      }).server,
    ).toBe('Apache/2.4; PHP/5.2');
  });
});

const clean = (html: string, headers: readonly (readonly [string, string])[], options = {}, address = '192.0.2.7') =>
  cleanPage(
    {
      url: 'http://bog.example.se/' as Url,
      headers: [...headers, ['content-type', 'text/html']],
      body: Buffer.from(html),
      fetchedAt: AT,
      address,
    },
    { ...DEFAULT_CLEAN_OPTIONS, ...options },
  );

test('uses Last-Modified for the last change if nothing else is declared, never for the publication', () => {
  const header = ['Last-Modified', 'Sat, 04 May 2024 10:00:00 GMT'] as const;
  const declared = '<meta property="article:modified_time" content="2024-05-01">';
  expect(clean('<p>Sundews', [header])).toMatchObject({ date: null, modified: '2024-05-04T10:00:00.000Z' });
  expect(clean('<p>Sundews', [header]).sources).toMatchObject({ modified: 'header last-modified' });
  expect(clean(declared, [header])).toMatchObject({ modified: '2024-05-01' });
});

describe('the country of a server', () => {
  const countryOfIp = openCountryDatabase(
    mmdbOf({
      '192.0.2.0/24': { country: { iso_code: 'NO' } },
      '198.51.100.0/25': { country: 'FI' },
      '203.0.113.0/24': { registered_country: { iso_code: 'DK' } },
    }),
  );

  test.each([
    ['192.0.2.7', 'NO'],
    ['198.51.100.1', 'FI'],
    ['198.51.100.200', null],
    ['203.0.113.9', 'DK'],
    ['2001:db8::1', null],
    ['', null],
    ['proxy.example', null],
  ])('looks up %s in %s', (address, country) => {
    expect(countryOfIp(address)).toBe(country);
  });

  test.each([
    ['192.0.2.7', { countryOfIp }, 'NO', 'address'],
    ['198.51.100.200', { countryOfIp }, 'SE', 'domain'],
    ['192.0.2.7', {}, 'SE', 'domain'],
    ['192.0.2.7', { countryOfIp, analyse: false }, null, undefined],
  ])('for the IP address %s and options %j is %s, from the %s', (address, options, country, source) => {
    const { about, sources } = clean('<p>Sundews', [], options, address);
    expect([about?.country, sources?.['country']]).toEqual([country, source]);
  });

  test('throws if the file is no database', () => {
    expect(() => openCountryDatabase(Buffer.from('<html>Not found'))).toThrow();
  });
});

test('does not detect the language without analysis', () => {
  const text = `<p>${'Sundews catch insects because the soil in which they grow holds hardly any nitrogen. '.repeat(5)}`;
  expect(clean(text, []).language).toBe('en');
  expect(clean(text, [], { analyse: false }).language).toBe('und');
});
