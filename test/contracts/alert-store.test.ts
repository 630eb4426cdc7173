import { DatabaseSync } from 'node:sqlite';
import { objectAlertStore } from '../../shared/alerts/object-alert-store.ts';
import { sqliteAlertStore } from '../../shared/local/alerts/sqlite-alert-store.ts';
import { memoryObjects } from '../memory-objects.ts';
import { alertStoreContract } from './alert-store.contract.ts';

alertStoreContract('SQLite', () => {
  const db = new DatabaseSync(':memory:');
  return () => sqliteAlertStore(db);
});

alertStoreContract('objects', () => {
  const objects = memoryObjects();
  return () => objectAlertStore(objects);
});
