import type { ObjectFault } from '../../shared/classify/reclassify/stored-documents.ts';
import { findMissingDocuments } from '../../shared/clean/find-missing-documents.ts';
import { createPipeline, type Pipeline } from '../run/pipeline.ts';
import type { Stores } from '../run/wiring.ts';

/** Processes the messages of the stages in this process, until all queues are empty. Errors are reported as faults. */
export type MessageFinisher = { finish(): Promise<void>; close(): Promise<void> };

/** @param onFault called for each message that failed; it stays in its queue, and the next crawl retries it */
export function createMessageFinisher(stores: Stores, onFault: (fault: ObjectFault) => void): MessageFinisher {
  let pipeline: Pipeline | undefined;
  return {
    async finish() {
      pipeline ??= createPipeline(stores);
      for (let result = await pipeline.next(); result; result = await pipeline.next())
        if ('error' in result) onFault({ key: `message of ${result.stage}`, message: describe(result.error) });
    },
    close: async () => pipeline?.close(),
  };
}

/** Reports captures without documents, which no command that reads documents can see. */
export async function reportMissingDocuments(
  crawl: string,
  { objects }: Pick<Stores, 'objects'>,
  onFault: (fault: ObjectFault) => void,
): Promise<void> {
  for (const key of await findMissingDocuments(crawl, objects))
    onFault({ key, message: 'no documents of these captures are stored; write them with `thresher reclean`' });
}

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
