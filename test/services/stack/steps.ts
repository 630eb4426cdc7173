import type { Call } from './tap.ts';

type Environment = Record<string, string>;

/** A step of a function, identified by the call that ends it: its table, queue or object. */
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

const message = (name: string) => (call: Call, environment: Environment) =>
  call.operation === 'SendMessageBatch' && call.body.includes(environment[name]!.split('/').at(-1)!);

/**
 * All steps of a page in their order (docs/architecture.md, "The protocol of a visit"), except the crash marker in a head,
 * which is only written after two interrupted visits.
 */
export const STEPS: Step[] = [
  { of: 'dispatch', step: 'due hosts are read', is: table('Query', 'HEADS_TABLE') },
  {
    of: 'dispatch',
    step: 'a share of the page budget is reserved',
    is: table('UpdateItem', 'CONTROL_TABLE', 'SET #name = :value'),
  },
  { of: 'dispatch', step: 'visits are sent', is: message('VISITS_QUEUE_URL') },
  { of: 'fetch', step: 'the lock is acquired', is: table('UpdateItem', 'LOCKS_TABLE', 'attribute_not_exists(#group)') },
  { of: 'fetch', step: 'the head is opened', is: table('UpdateItem', 'HEADS_TABLE', '#attempts + :one') },
  { of: 'fetch', step: 'the inbox is read', is: table('Query', 'INBOX_TABLE') },
  { of: 'fetch', step: 'robots.txt is stored', is: table('PutItem', 'ROBOTS_TABLE') },
  { of: 'fetch', step: 'captures are stored', is: object('PUT', 'RAW_BUCKET', 'raw') },
  { of: 'fetch', step: 'a message for captures is sent', is: message('CAPTURES_QUEUE_URL') },
  { of: 'fetch', step: 'bundles are written', is: table('BatchWriteItem', 'BUNDLES_TABLE', 'PutRequest') },
  { of: 'fetch', step: 'the head is committed', is: table('UpdateItem', 'HEADS_TABLE', ':manifest') },
  { of: 'fetch', step: 'the inbox is cleared', is: table('BatchWriteItem', 'INBOX_TABLE', 'DeleteRequest') },
  { of: 'fetch', step: 'the lock is released', is: table('UpdateItem', 'LOCKS_TABLE', 'SET #until = :zero') },
  { of: 'fetch', step: 'the visit is counted', is: table('UpdateItem', 'CONTROL_TABLE') },
  { of: 'clean', step: 'captures are read', is: object('GET', 'RAW_BUCKET', 'raw') },
  { of: 'clean', step: 'documents are stored', is: object('PUT', 'DATA_BUCKET', 'clean') },
  { of: 'clean', step: 'a message for documents is sent', is: message('DOCUMENTS_QUEUE_URL') },
  { of: 'clean', step: 'captures are counted', is: table('UpdateItem', 'CONTROL_TABLE') },
  { of: 'classify', step: 'documents are read', is: object('GET', 'DATA_BUCKET', 'clean') },
  { of: 'classify', step: 'records are stored', is: object('PUT', 'DATA_BUCKET', 'records') },
  { of: 'classify', step: 'a message for records is sent', is: message('RECORDS_QUEUE_URL') },
  { of: 'classify', step: 'links are enqueued', is: table('BatchWriteItem', 'INBOX_TABLE') },
  { of: 'classify', step: 'hosts are notified', is: table('UpdateItem', 'HEADS_TABLE') },
  { of: 'classify', step: 'documents are counted', is: table('UpdateItem', 'CONTROL_TABLE') },
  { of: 'index-records', step: 'records are read', is: object('GET', 'DATA_BUCKET', 'records') },
  { of: 'index-records', step: 'records are indexed', is: ({ operation }) => operation.includes('/_bulk') },
  { of: 'index-records', step: 'records are counted', is: table('UpdateItem', 'CONTROL_TABLE') },
];
