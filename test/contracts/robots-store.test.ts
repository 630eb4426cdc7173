import { describe } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteRobotsStore } from '../../shared/local/sqlite-robots-store.ts';
import { robotsStoreContract } from './robots-store.contract.ts';

describe('RobotsStore on SQLite', () => robotsStoreContract(async () => sqliteRobotsStore(openDatabase(':memory:'))));
