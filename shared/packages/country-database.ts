import type * as Package from 'mmdb-lib';
import { lazyPackage } from './lazy-package.ts';

const load = /* @__PURE__ */ lazyPackage<typeof Package>('mmdb-lib');

/** Opens a MaxMind database. @throws Error if it is not one */
export function openDatabaseReader(database: Buffer): Package.Reader<Package.CountryResponse> {
  const { Reader } = load();
  return new Reader<Package.CountryResponse>(database);
}
