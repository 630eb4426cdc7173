import { describe } from 'vitest';
import { sqliteAnnotationStore } from '../../shared/local/annotations/sqlite-annotation-store.ts';
import { openDatabase } from '../../shared/local/database.ts';
import { annotationStoreContract } from './annotation-store.contract.ts';

describe('AnnotationStore on SQLite', () =>
  annotationStoreContract(async () => {
    const db = openDatabase(':memory:');
    return sqliteAnnotationStore(() => db);
  }));
