import { describe } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteFrontier } from '../../shared/local/sqlite-frontier.ts';
import { frontierContract } from './frontier.contract.ts';

describe('Frontier on SQLite', () => frontierContract(async () => sqliteFrontier(openDatabase(':memory:'))));
