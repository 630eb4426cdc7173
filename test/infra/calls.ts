/**
 * What the methods of `Objects` call, and the right that each call takes: those of an upload in parts are the put's own, but
 * to give it up takes another. https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuAndPermissions.html
 */
export const OBJECTS: Record<'get' | 'put' | 'list' | 'delete', Record<string, string>> = {
  get: { GetObject: 's3:GetObject' },
  put: {
    PutObject: 's3:PutObject',
    CreateMultipartUpload: 's3:PutObject',
    UploadPart: 's3:PutObject',
    CompleteMultipartUpload: 's3:PutObject',
    AbortMultipartUpload: 's3:AbortMultipartUpload',
  },
  list: { ListObjectsV2: 's3:ListBucket' },
  delete: { DeleteObjects: 's3:DeleteObject' },
};

const puts = (place: string) => [...new Set(Object.values(OBJECTS.put))].map((right) => `${place} ${right}`);

/**
 * What each method of a port calls in AWS, by the file of its adapter: `<resource> <service>:<action>`. Resources are those
 * of `infra/storage.ts`; after a bucket stands the folder of the keys.
 */
export const ADAPTERS: Record<string, Record<string, string[]>> = {
  'shared/aws/dynamo/dynamo-control.ts': {
    'control.get': ['Control dynamodb:GetItem'],
    'control.list': ['Control dynamodb:Scan'],
    'control.create': ['Control dynamodb:UpdateItem'],
    'control.setState': ['Control dynamodb:UpdateItem'],
    'control.setSettingsKey': ['Control dynamodb:UpdateItem'],
    'control.share': ['Control dynamodb:UpdateItem'],
    'control.settle': ['Control dynamodb:UpdateItem'],
  },
  'shared/aws/dynamo/dynamo-heads.ts': {
    'frontier.due': ['Heads/index/due dynamodb:Query'],
    'frontier.open': ['Heads dynamodb:UpdateItem'],
    'frontier.commit': ['Heads dynamodb:UpdateItem'],
    'frontier.postpone': ['Heads dynamodb:UpdateItem'],
    'frontier.note': ['Heads dynamodb:UpdateItem'],
    'frontier.setAside': ['Heads dynamodb:UpdateItem'],
    'frontier.announce': ['Heads dynamodb:UpdateItem'],
    'frontier.head': ['Heads dynamodb:GetItem'],
    'frontier.heads': ['Heads dynamodb:Query'],
  },
  'shared/aws/dynamo/dynamo-bundles.ts': {
    'frontier.writeBundles': ['Bundles dynamodb:BatchWriteItem', ...puts('Data/bundles')],
    'frontier.readBundles': ['Bundles dynamodb:BatchGetItem', 'Data/bundles s3:GetObject', 'Data s3:ListBucket'],
    'frontier.deleteBundles': [
      'Bundles dynamodb:BatchGetItem',
      'Bundles dynamodb:BatchWriteItem',
      'Data/bundles s3:DeleteObject',
    ],
  },
  'shared/aws/dynamo/dynamo-inbox.ts': {
    'frontier.putInbox': ['Inbox dynamodb:BatchWriteItem', ...puts('Data/inbox')],
    'frontier.deleteInbox': ['Inbox dynamodb:BatchWriteItem'],
    'frontier.readInbox': [
      'Inbox dynamodb:Query',
      // Takes out what lost its object.
      'Inbox dynamodb:BatchWriteItem',
      'Data/inbox s3:GetObject',
      'Data s3:ListBucket',
    ],
  },
  'shared/aws/dynamo/dynamo-host-lock.ts': {
    'locks.take': ['Locks dynamodb:UpdateItem'],
    'locks.note': ['Locks dynamodb:UpdateItem'],
    'locks.release': ['Locks dynamodb:UpdateItem'],
  },
  'shared/aws/dynamo/dynamo-robots-store.ts': {
    'robots.get': ['Robots dynamodb:GetItem', 'Data/robots s3:GetObject', 'Data s3:ListBucket'],
    'robots.put': ['Robots dynamodb:PutItem', ...puts('Data/robots')],
  },
  'shared/aws/event-schedules.ts': {
    // Whoever makes or changes one hands its role on.
    'schedules.put': [
      'Schedules scheduler:CreateSchedule',
      'Schedules scheduler:UpdateSchedule',
      'CrawlSchedulesRole iam:PassRole',
    ],
    'schedules.goOn': [
      'Schedules scheduler:CreateSchedule',
      'Schedules scheduler:UpdateSchedule',
      'CrawlSchedulesRole iam:PassRole',
    ],
    'schedules.remove': ['Schedules scheduler:DeleteSchedule'],
  },
  'shared/aws/opensearch/opensearch-index.ts': {
    'index.write': ['Search write'],
    'index.search': ['Search read'],
    'index.get': ['Search read'],
    'index.count': ['Search read'],
  },
};

/**
 * Methods whose resource depends on who calls. Who may not list a bucket is told "forbidden" of a missing object: the right
 * to list goes with every reading that must know.
 */
export const CALLERS: Record<string, string[]> = {
  // Always there: kept before the crawl is made.
  'functions/crawl-cache.ts objects.get': ['Data/settings s3:GetObject'],
  'functions/admin/create-action.ts objects.put': puts('Data/settings'),
  // Written only if absent; when an answer gets lost it reads what is there, and knows its own.
  'shared/fetch/warc/captures.ts objects.put': [...puts('Raw/raw'), 'Raw/raw s3:GetObject'],
  'shared/clean/clean-captures.ts objects.get': ['Raw/raw s3:GetObject', 'Raw s3:ListBucket'],
  'shared/clean/clean-captures.ts objects.put': puts('Data/clean'),
  'shared/clean/poison-journal.ts objects.get': ['Data/doubts s3:GetObject', 'Data s3:ListBucket'],
  'shared/clean/poison-journal.ts objects.put': puts('Data/doubts'),
  'functions/plugins.ts objects.get': ['Data/files s3:GetObject', 'Data s3:ListBucket'],
  'shared/classify/classify-documents.ts objects.get': ['Data/clean s3:GetObject', 'Data s3:ListBucket'],
  'shared/classify/classify-documents.ts objects.put': puts('Data/records'),
  'shared/index/index-records.ts objects.get': ['Data/records s3:GetObject', 'Data s3:ListBucket'],
  // Lists them besides, with the same right.
  'shared/index/reindex.ts objects.get': ['Data/records s3:GetObject', 'Data s3:ListBucket'],
  'functions/search.ts objects.get': ['Raw/raw s3:GetObject', 'Raw s3:ListBucket'],

  'shared/frontier/dispatch/dispatch.ts visits.send': ['FetchQueue sqs:SendMessage'],
  'functions/dispatch-all.ts visits.depth': ['FetchQueue sqs:GetQueueAttributes'],
  'shared/fetch/warc/captures.ts captures.send': ['CleanQueue sqs:SendMessage'],
  'shared/clean/clean-captures.ts documents.send': ['ClassifyQueue sqs:SendMessage'],
  'shared/classify/classify-documents.ts records.send': ['IndexQueue sqs:SendMessage'],
  // A reindexing is begun by admin; index tells itself to go on.
  'functions/admin/reindex-action.ts records.send': ['IndexQueue sqs:SendMessage'],
  'functions/reindex-run.ts own.send': ['IndexQueue sqs:SendMessage'],
  // A call of fetch that ends as failed ends messages itself.
  'functions/batch.ts queue.done': ['FetchQueue sqs:DeleteMessage'],
  // What the search engine cannot take is put back as new.
  'functions/requeue-when-down.ts queue.send': ['IndexQueue sqs:SendMessage'],
};

/** What a stage needs of the queue before it: the service takes messages out in its name, it hides them itself. */
export const OWN_QUEUE = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
export const GIVE_BACK = 'functions/batch.ts queue.giveBack';
