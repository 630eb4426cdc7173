import type { Terminal } from '../output/terminal.ts';
import type { StackContext } from './context.ts';
import { ServiceError } from './error.ts';
import type { Aws } from './request.ts';

/** Options of the last deployment of a stack. */
export type LastOptions = {
  /** Undefined: the stack does not exist, or its options are unknown. */
  context?: StackContext;
  /** Whether the stack exists, or may exist, and neither it nor this folder has its options. */
  isUnknown: boolean;
};

/**
 * Reads the options of the last deployment of a stack. The stack itself keeps them, because it may have been deployed from another
 * folder since. The options that this folder has saved count if the stack does not exist, does not name any or cannot be read.
 *
 * @param saved the options saved in this folder; undefined: none
 */
export async function readLastOptions(
  aws: Aws,
  stack: string,
  saved: StackContext | undefined,
  terminal: Terminal,
): Promise<LastOptions> {
  const found = await findDeployed(aws, stack, terminal);
  const context = found.context ?? saved;
  return context ? { context, isUnknown: false } : { isUnknown: found.mayExist };
}

async function findDeployed(
  aws: Aws,
  stack: string,
  terminal: Terminal,
): Promise<{ mayExist: boolean; context?: StackContext | undefined }> {
  // The SDK clients are loaded on demand.
  const { describeStack, fetchDeployedOptions } = await import('./services.ts');
  try {
    // A stack whose first deployment failed has no outputs, and nothing to lose.
    const deployed = await describeStack(aws, stack);
    if (!deployed?.outputs['ApiUrl']) return { mayExist: false };
    return { mayExist: true, context: await fetchDeployedOptions(aws, stack) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    terminal.err(`continuing without the options of the deployed stack: ${error.message}`);
    return { mayExist: true };
  }
}
