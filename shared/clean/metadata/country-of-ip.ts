/** The country of a server by its address, from a database in MaxMind's format (MMDB) that the operator brings: GeoLite2, DB-IP, IPinfo … */
import { type CountryResponse, Reader } from 'mmdb-lib';

/** @returns ISO 3166, two capitals; null: the database does not know it, or it is no address. */
export type CountryLookup = (address: string) => string | null;

/** What databases of several makers say of an address. */
type CountryEntry = {
  country?: { iso_code?: string } | string;
  country_code?: string;
  registered_country?: { iso_code?: string };
};

/** @throws when it is no such database. */
export function openCountryDatabase(database: Uint8Array): CountryLookup {
  const reader = new Reader<CountryResponse>(Buffer.from(database.buffer, database.byteOffset, database.byteLength));
  // Pages come host by host.
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
    // A proxy's name in place of an address, or a database that is cut short.
    return null;
  }
}
