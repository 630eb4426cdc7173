import type { Call } from './tap.ts';

type Environment = Record<string, string>;

/** A step of a function's work: the call that ends it, told by its table, queue or object. */
export type Step = {
  of: 'dispatch' | 'fetch' | 'clean' | 'classify' | 'index-records';
  step: string;
  is(call: Call, environment: Environment): boolean;
};

const table =
  (operation: string, name: string, holds = '') =>
  (call: Call, environment: Environment) =>
    call.operation === operation &&
    call.body.includes(`"${environment[name]}"`) &&
    (holds === '' || call.body.includes(holds));

const object = (method: 'GET' | 'PUT', bucket: string, folder: string) => (call: Call, environment: Environment) =>
  call.service === 's3' && call.operation.startsWith(`${method} /${environment[bucket]}/${folder}/`);

const told = (name: string) => (call: Call, environment: Environment) =>
  call.operation === 'SendMessageBatch' && call.body.includes(environment[name]!.split('/').at(-1)!);

/**
 * Every step of the way of a page, in its order (docs/architecture.md, "The protocol of a visit"), but the note in a head:
 * that is made of hosts only whose visit was cut off twice before.
 */
export const STEPS: Step[] = [
  { of: 'dispatch', step: 'hosts that are due are read', is: table('Query', 'HEADS_TABLE') },
  {
    of: 'dispatch',
    step: 'a share of the page budget is noted',
    is: table('UpdateItem', 'CONTROL_TABLE', 'SET #name = :value'),
  },
  { of: 'dispatch', step: 'visits are sent', is: told('VISITS_QUEUE_URL') },
  { of: 'fetch', step: 'the lock is taken', is: table('UpdateItem', 'LOCKS_TABLE', 'attribute_not_exists(#group)') },
  { of: 'fetch', step: 'the head is opened', is: table('UpdateItem', 'HEADS_TABLE', '#attempts + :one') },
  { of: 'fetch', step: 'the inbox is read', is: table('Query', 'INBOX_TABLE') },
  { of: 'fetch', step: 'robots.txt is kept', is: table('PutItem', 'ROBOTS_TABLE') },
  { of: 'fetch', step: 'captures are kept', is: object('PUT', 'RAW_BUCKET', 'raw') },
  { of: 'fetch', step: 'captures are told', is: told('CAPTURES_QUEUE_URL') },
  { of: 'fetch', step: 'bundles are written', is: table('BatchWriteItem', 'BUNDLES_TABLE', 'PutRequest') },
  { of: 'fetch', step: 'the head is committed', is: table('UpdateItem', 'HEADS_TABLE', ':manifest') },
  { of: 'fetch', step: 'the inbox is cleared', is: table('BatchWriteItem', 'INBOX_TABLE', 'DeleteRequest') },
  { of: 'fetch', step: 'the lock is released', is: table('UpdateItem', 'LOCKS_TABLE', 'SET #until = :zero') },
  { of: 'fetch', step: 'the visit is counted', is: table('UpdateItem', 'CONTROL_TABLE') },
  { of: 'clean', step: 'captures are read', is: object('GET', 'RAW_BUCKET', 'raw') },
  { of: 'clean', step: 'documents are kept', is: object('PUT', 'DATA_BUCKET', 'clean') },
  { of: 'clean', step: 'documents are told', is: told('DOCUMENTS_QUEUE_URL') },
  { of: 'clean', step: 'captures are counted', is: table('UpdateItem', 'CONTROL_TABLE') },
  { of: 'classify', step: 'documents are read', is: object('GET', 'DATA_BUCKET', 'clean') },
  { of: 'classify', step: 'records are kept', is: object('PUT', 'DATA_BUCKET', 'records') },
  { of: 'classify', step: 'records are told', is: told('RECORDS_QUEUE_URL') },
  { of: 'classify', step: 'offers are put', is: table('BatchWriteItem', 'INBOX_TABLE') },
  { of: 'classify', step: 'offers are announced', is: table('UpdateItem', 'HEADS_TABLE') },
  { of: 'classify', step: 'documents are counted', is: table('UpdateItem', 'CONTROL_TABLE') },
  { of: 'index-records', step: 'records are read', is: object('GET', 'DATA_BUCKET', 'records') },
  { of: 'index-records', step: 'records are written', is: ({ operation }) => operation.includes('/_bulk') },
  { of: 'index-records', step: 'records are counted', is: table('UpdateItem', 'CONTROL_TABLE') },
];
