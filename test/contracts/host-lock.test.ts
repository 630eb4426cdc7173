import { describe } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteHostLock } from '../../shared/local/sqlite-host-lock.ts';
import { hostLockContract } from './host-lock.contract.ts';

describe('HostLock on SQLite', () => hostLockContract(async () => sqliteHostLock(openDatabase(':memory:'))));
