// Runs after `npm pack`: a clone runs its own code, not that of a package.
import { rm } from 'node:fs/promises';

await rm(new URL('../dist/', import.meta.url), { recursive: true, force: true });
