/**
 * The S3 operations that each method of `Objects` calls, and the permission for each: a multipart upload needs that of a PUT, and
 * aborting it another. https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuAndPermissions.html
 */
export const OBJECT_CALLS: Record<'get' | 'put' | 'list' | 'delete', Record<string, string>> = {
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

const puts = (place: string) => [...new Set(Object.values(OBJECT_CALLS.put))].map((action) => `${place} ${action}`);

/** The copy in memory reads all annotations of a crawl, and then what was written since. */
const ANNOTATION_READS = ['Annotations dynamodb:Query', 'Annotations/index/changes dynamodb:Query'];

/**
 * The permissions that each port method needs, by adapter file: `<resource> <service>:<action>`. Resources are those of
 * `infra/storage.ts`; the folder of the keys follows the name of a bucket.
 */
export const ADAPTER_CALLS: Record<string, Record<string, string[]>> = {
  'shared/aws/dynamo/dynamo-control.ts': {
    'control.get': ['Control dynamodb:GetItem'],
    'control.list': ['Control dynamodb:Scan'],
    'control.create': ['Control dynamodb:UpdateItem'],
    'control.setState': ['Control dynamodb:UpdateItem'],
    'control.setSettingsKey': ['Control dynamodb:UpdateItem'],
    'control.reserve': ['Control dynamodb:UpdateItem'],
    'control.claim': ['Control dynamodb:UpdateItem'],
    'control.addUsage': ['Control dynamodb:UpdateItem'],
    'control.setReindexing': ['Control dynamodb:UpdateItem'],
    'control.clearReindexing': ['Control dynamodb:UpdateItem'],
  },
  'shared/aws/dynamo/dynamo-heads.ts': {
    'frontier.open': ['Heads dynamodb:UpdateItem'],
    'frontier.commit': ['Heads dynamodb:UpdateItem'],
    'frontier.postpone': ['Heads dynamodb:UpdateItem'],
    'frontier.setCrashMarker': ['Heads dynamodb:UpdateItem'],
    'frontier.isolate': ['Heads dynamodb:UpdateItem'],
    'frontier.getHead': ['Heads dynamodb:GetItem'],
  },
  'shared/aws/dynamo/dynamo-domain-hosts.ts': {
    'frontier.notifyHosts': ['Heads dynamodb:UpdateItem'],
    'frontier.countHosts': ['Heads dynamodb:GetItem'],
  },
  'shared/aws/dynamo/dynamo-list-heads.ts': { 'frontier.listHeads': ['Heads dynamodb:Query'] },
  'shared/aws/dynamo/dynamo-due-hosts.ts': { 'frontier.listDue': ['Heads/index/due dynamodb:Query'] },
  'shared/aws/dynamo/dynamo-notify-hosts.ts': {
    'frontier.notifyHosts': ['Heads dynamodb:UpdateItem', 'Inbox dynamodb:BatchWriteItem'],
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
      'Heads dynamodb:GetItem',
      'Inbox dynamodb:Query',
      // Deletes items whose object is missing.
      'Heads dynamodb:UpdateItem',
      'Inbox dynamodb:BatchWriteItem',
      'Data/inbox s3:GetObject',
      'Data s3:ListBucket',
    ],
  },
  'shared/aws/dynamo/dynamo-host-lock.ts': {
    'locks.acquire': ['Locks dynamodb:UpdateItem'],
    'locks.setOpenAt': ['Locks dynamodb:UpdateItem'],
    'locks.release': ['Locks dynamodb:UpdateItem'],
  },
  'shared/aws/dynamo/dynamo-annotation-store.ts': {
    'annotations.add': ['Annotations dynamodb:UpdateItem', 'Annotations dynamodb:GetItem'],
    'annotations.get': ['Annotations dynamodb:GetItem'],
    'annotations.change': ['Annotations dynamodb:UpdateItem'],
    'annotations.delete': ['Annotations dynamodb:UpdateItem'],
    'annotations.replaceWords': [],
  },
  'shared/aws/dynamo/annotation-copies.ts': {
    'annotations.ofPage': ANNOTATION_READS,
    'annotations.list': ANNOTATION_READS,
    'annotations.matching': ANNOTATION_READS,
  },
  'shared/aws/dynamo/dynamo-robots-store.ts': {
    'robots.get': ['Robots dynamodb:GetItem', 'Data/robots s3:GetObject', 'Data s3:ListBucket'],
    'robots.put': ['Robots dynamodb:PutItem', ...puts('Data/robots')],
  },
  'shared/aws/event-schedules.ts': {
    // Creating or changing a schedule passes it a role.
    'schedules.put': [
      'Schedules scheduler:CreateSchedule',
      'Schedules scheduler:UpdateSchedule',
      'CrawlSchedulesRole iam:PassRole',
    ],
    'schedules.scheduleContinuation': [
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
    'index.findByUrl': ['Search read'],
    'index.idsOfUrls': ['Search read'],
    'index.leftAt': ['Search read'],
    'index.changedRecords': ['Search read'],
    'index.rebuiltAt': ['Search read'],
    'index.count': ['Search read'],
    'index.fetchTimes': ['Search read'],
    'index.lacksValues': ['Search read'],
    'index.lackingTexts': ['Search read'],
    'index.hasOldWords': ['Search read'],
    'index.languages': ['Search read'],
    'index.titleWords': ['Search read'],
    'index.similarWords': ['Search read'],
    'index.countMatches': ['Search read'],
    'index.statistics': ['Search read'],
  },
};

/**
 * Permissions of methods whose resource depends on the caller. Without `s3:ListBucket`, S3 reports a missing object as forbidden,
 * so callers that must detect missing objects need it.
 */
export const CALLER_RESOURCES: Record<string, string[]> = {
  // Always exists: stored before the crawl is created.
  'functions/crawl-cache.ts objects.get': ['Data/settings s3:GetObject'],
  'shared/settings/store-settings.ts objects.put': puts('Data/settings'),
  // Admin looks whether the daily call has deleted the version meanwhile.
  'shared/settings/store-settings.ts objects.get': ['Data/settings s3:GetObject', 'Data s3:ListBucket'],
  // Written only if absent. After a lost response, fetch reads the object to see whether it wrote it itself.
  'shared/fetch/warc/capture-writer.ts objects.put': [...puts('Raw/raw'), 'Raw/raw s3:GetObject'],
  'shared/clean/clean-captures.ts objects.get': ['Raw/raw s3:GetObject', 'Raw s3:ListBucket'],
  'shared/clean/clean-captures.ts objects.put': puts('Data/clean'),
  'shared/clean/poison-journal.ts objects.get': ['Data/doubts s3:GetObject', 'Data s3:ListBucket'],
  'shared/clean/poison-journal.ts objects.put': puts('Data/doubts'),
  // Sums over the hosts of large crawls, for their status.
  'shared/frontier/explain/count-heads.ts objects.get': ['Data/sums s3:GetObject', 'Data s3:ListBucket'],
  'shared/frontier/explain/count-heads.ts objects.put': puts('Data/sums'),
  'functions/plugins.ts objects.get': ['Data/files s3:GetObject', 'Data s3:ListBucket'],
  // Models of topics, which the settings name.
  'shared/settings/topic-models.ts objects.get': ['Data/models s3:GetObject', 'Data s3:ListBucket'],
  'shared/settings/topic-models.ts objects.put': puts('Data/models'),
  'shared/frontier/ranking/stored-model.ts objects.list': ['Data s3:ListBucket'],
  'shared/frontier/ranking/stored-model.ts objects.get': ['Data/models s3:GetObject', 'Data s3:ListBucket'],
  'shared/frontier/ranking/save-model.ts objects.put': puts('Data/models'),
  'shared/frontier/ranking/save-model.ts objects.delete': ['Data/models s3:DeleteObject'],
  'shared/classify/classify-documents.ts objects.get': ['Data/clean s3:GetObject', 'Data s3:ListBucket'],
  'shared/classify/classify-documents.ts objects.put': puts('Data/records'),
  // The captures of a page.
  'shared/search/page-versions.ts objects.list': ['Data s3:ListBucket'],
  'shared/search/page-versions.ts objects.get': ['Data/clean s3:GetObject', 'Data s3:ListBucket'],
  // Admin judges stored documents again, for reports.
  'shared/classify/review/find-document.ts objects.list': ['Data s3:ListBucket'],
  'shared/classify/review/find-document.ts objects.get': ['Data/clean s3:GetObject', 'Data s3:ListBucket'],
  'shared/classify/review/sample-objects.ts objects.list': ['Data s3:ListBucket'],
  'shared/classify/review/read-sample.ts objects.get': ['Data/clean s3:GetObject', 'Data s3:ListBucket'],
  'shared/index/index-records.ts objects.get': ['Data/records s3:GetObject', 'Data s3:ListBucket'],
  // Also lists the objects, with the same permission.
  'shared/index/reindex.ts objects.get': ['Data/records s3:GetObject', 'Data s3:ListBucket'],
  // Admin removes deleted pages from all stored objects.
  'shared/maintain/delete/find-deleted.ts objects.get': [
    'Data/clean s3:GetObject',
    'Data/records s3:GetObject',
    'Data s3:ListBucket',
  ],
  'shared/maintain/delete/purge-archive.ts objects.list': ['Data s3:ListBucket', 'Raw s3:ListBucket'],
  'shared/maintain/delete/purge-archive.ts objects.get': [
    'Data/records s3:GetObject',
    'Data s3:ListBucket',
    'Raw/raw s3:GetObject',
    'Raw s3:ListBucket',
  ],
  'shared/maintain/delete/purge-archive.ts objects.put': [
    ...puts('Data/clean'),
    ...puts('Data/records'),
    ...puts('Raw/raw'),
  ],
  'functions/admin/delete-action.ts objects.put': puts('Data/records'),
  // Admin sends stored objects again whose messages expired.
  'shared/maintain/resend/resend-day.ts objects.list': ['Data s3:ListBucket', 'Raw s3:ListBucket'],
  'shared/maintain/resend/is-indexed.ts objects.get': ['Data/records s3:GetObject', 'Data s3:ListBucket'],
  'shared/maintain/resend/resend-position.ts objects.get': ['Data/applied s3:GetObject', 'Data s3:ListBucket'],
  'shared/maintain/resend/resend-position.ts objects.put': puts('Data/applied'),
  'shared/maintain/resend/resend-day.ts queue.send': [
    'CleanQueue sqs:SendMessage',
    'ClassifyQueue sqs:SendMessage',
    'IndexQueue sqs:SendMessage',
  ],
  // Admin deletes old settings.
  'shared/settings/applied/drop-old-versions.ts objects.list': ['Data s3:ListBucket'],
  'shared/settings/applied/drop-old-versions.ts objects.get': [
    'Data/applied s3:GetObject',
    'Data/settings s3:GetObject',
    'Data s3:ListBucket',
  ],
  'shared/settings/applied/drop-old-versions.ts objects.delete': ['Data/settings s3:DeleteObject'],
  'shared/settings/applied/drop-old-versions.ts objects.put': [...puts('Data/applied'), ...puts('Data/settings')],
  // Admin keeps what alerts have reported.
  'shared/alerts/object-alert-store.ts objects.get': ['Data/alerts s3:GetObject', 'Data s3:ListBucket'],
  'shared/alerts/object-alert-store.ts objects.put': puts('Data/alerts'),
  'shared/alerts/object-alert-store.ts objects.list': ['Data s3:ListBucket'],
  'shared/alerts/object-alert-store.ts objects.delete': ['Data/alerts s3:DeleteObject'],
  // Admin keeps the state of crawls that it has seen, and messages that were not delivered.
  'functions/notices/report-crawl-state.ts objects.get': ['Data/watches s3:GetObject', 'Data s3:ListBucket'],
  'functions/notices/report-crawl-state.ts objects.put': puts('Data/watches'),
  'shared/alerts/notice-outbox.ts objects.get': ['Data/notices s3:GetObject', 'Data s3:ListBucket'],
  'shared/alerts/notice-outbox.ts objects.put': puts('Data/notices'),
  'shared/alerts/notice-outbox.ts objects.list': ['Data s3:ListBucket'],
  'shared/alerts/notice-outbox.ts objects.delete': ['Data/notices s3:DeleteObject'],
  // Admin judges all stored documents again.
  'shared/classify/reclassify/stored-documents.ts objects.get': ['Data/clean s3:GetObject', 'Data s3:ListBucket'],
  'shared/classify/reclassify/reclassify-part.ts objects.list': ['Data s3:ListBucket'],
  'shared/classify/reclassify/reclassify-part.ts objects.get': ['Data/surveys s3:GetObject', 'Data s3:ListBucket'],
  'shared/classify/reclassify/reclassify-part.ts objects.put': puts('Data/surveys'),
  'shared/classify/reclassify/reclassify.ts objects.put': puts('Data/records'),
  'shared/settings/applied/applied-settings.ts objects.get': ['Data/applied s3:GetObject', 'Data s3:ListBucket'],
  'shared/settings/applied/applied-settings.ts objects.put': puts('Data/applied'),
  'shared/settings/applied/load-judge.ts objects.get': ['Data/settings s3:GetObject', 'Data s3:ListBucket'],
  'functions/search-ports.ts objects.get': ['Raw/raw s3:GetObject', 'Raw s3:ListBucket'],

  'shared/frontier/dispatch/dispatch.ts visits.send': ['FetchQueue sqs:SendMessage'],
  'functions/dispatch-crawls.ts visits.depth': ['FetchQueue sqs:GetQueueAttributes'],
  // Dispatch repeats its round while links may come.
  'functions/stages-busy.ts captures.depth': ['CleanQueue sqs:GetQueueAttributes'],
  'functions/stages-busy.ts documents.depth': ['ClassifyQueue sqs:GetQueueAttributes'],
  // The status of a crawl.
  'shared/frontier/explain/read-stage-queues.ts captures.depth': [
    'CleanQueue sqs:GetQueueAttributes',
    'CleanGivenUp sqs:GetQueueAttributes',
  ],
  'shared/frontier/explain/read-stage-queues.ts documents.depth': [
    'ClassifyQueue sqs:GetQueueAttributes',
    'ClassifyGivenUp sqs:GetQueueAttributes',
  ],
  'shared/frontier/explain/read-stage-queues.ts records.depth': [
    'IndexQueue sqs:GetQueueAttributes',
    'IndexGivenUp sqs:GetQueueAttributes',
  ],
  'shared/fetch/warc/capture-writer.ts captures.send': ['CleanQueue sqs:SendMessage'],
  'functions/clean-object.ts deadLetters.send': ['CleanGivenUp sqs:SendMessage'],
  'shared/clean/clean-captures.ts documents.send': ['ClassifyQueue sqs:SendMessage'],
  'shared/classify/classify-documents.ts records.send': ['IndexQueue sqs:SendMessage'],
  // Admin starts a reindex, and the index stage sends messages to itself to continue it.
  'functions/admin/reindex-action.ts records.send': ['IndexQueue sqs:SendMessage'],
  'functions/admin/delete-action.ts records.send': ['IndexQueue sqs:SendMessage'],
  'shared/classify/reclassify/reclassify.ts records.send': ['IndexQueue sqs:SendMessage'],
  'functions/continue-reindex.ts ownQueue.send': ['IndexQueue sqs:SendMessage'],
  // Continues an object of records.
  'functions/index-object.ts ownQueue.send': ['IndexQueue sqs:SendMessage'],
  // A failed invocation of fetch deletes the processed messages itself.
  'functions/batch.ts queue.ack': ['FetchQueue sqs:DeleteMessage'],
};

/** Permissions of a stage on its own queue: the service receives and deletes messages with the role of the stage. */
export const OWN_QUEUE_ACTIONS = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
/** Other calls of a stage to its own queue. */
export const OWN_QUEUE_CALLS: Record<string, string> = {
  'functions/batch.ts queue.nack': 'sqs:ChangeMessageVisibility',
  'functions/requeue-untried.ts queue.send': 'sqs:SendMessage',
  'functions/requeue-when-down.ts queue.send': 'sqs:SendMessage',
};
