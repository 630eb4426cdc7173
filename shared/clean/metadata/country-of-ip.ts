/** Looks up the country of an IP address in a MaxMind database (MMDB) that the operator provides: GeoLite2, DB-IP, IPinfo … */
import type { CountryResponse, Reader } from 'mmdb-lib';
import { openDatabaseReader } from '../../packages/country-database.ts';

/** Returns the ISO 3166 code of an IP address, or null if the database does not know it or it is not an IP address. */
export type CountryLookup = (address: string) => string | null;

/** The entry of an IP address in the databases of several providers. */
type CountryEntry = {
  country?: { iso_code?: string } | string;
  country_code?: string;
  registered_country?: { iso_code?: string };
};

/** Opens a database. @throws Error if it is not an MMDB */
export function openCountryDatabase(database: Uint8Array): CountryLookup {
  const reader = openDatabaseReader(Buffer.from(database.buffer, database.byteOffset, database.byteLength));
  // Pages of a host follow each other, so the last result is kept.
  let last: { address: string; country: string | null } | undefined;
  return (address) => {
    if (last?.address !== address) last = { address, country: lookUpCountry(reader, address) };
    return last.country;
  };
}

function lookUpCountry(reader: Pick<Reader<CountryResponse>, 'get'>, address: string): string | null {
  if (address === '') return null;
  try {
    const entry = reader.get(address) as CountryEntry | null;
    const country = typeof entry?.country === 'string' ? entry.country : entry?.country?.iso_code;
    const code = country ?? entry?.country_code ?? entry?.registered_country?.iso_code ?? '';
    return /^[A-Z]{2}$/.test(code) ? code : null;
  } catch {
    // The value is the name of a proxy, or the database is truncated.
    return null;
  }
}
