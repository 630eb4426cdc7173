import { describe } from 'vitest';
import { openDatabase } from '../../shared/local/database.ts';
import { sqliteControl } from '../../shared/local/sqlite-control.ts';
import { controlContract } from './control.contract.ts';

describe('ControlStore on SQLite', () => controlContract(async () => sqliteControl(openDatabase(':memory:'))));
