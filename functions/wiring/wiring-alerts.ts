import { dynamoClient } from '../../shared/aws/clients.ts';
import { dynamoHostLock } from '../../shared/aws/dynamo/dynamo-host-lock.ts';
import { systemRandom } from '../../shared/local/system.ts';
import type { NoticeStack } from '../notices/notice-lines.ts';
import { clientOptions, type Environment, requireVariable } from './wiring.ts';
import { meter } from './wiring-meter.ts';
import { isSearchUnavailable } from './wiring-search.ts';
import { wireSecrets } from './wiring-secrets.ts';

/** Wires what only the evaluation of alerts uses. */
export const wireAlerts = (env: Environment) => ({
  locks: dynamoHostLock(dynamoClient(clientOptions(env), meter.count), requireVariable(env, 'LOCKS_TABLE')),
  readSecret: wireSecrets(env),
  random: systemRandom,
  isSearchUnavailable,
});

/** Reads the stack that messages about the state of a crawl name. @throws Error if a variable is missing */
export const wirePlace = (env: Environment): NoticeStack => ({
  stack: requireVariable(env, 'STACK_NAME'),
  region: requireVariable(env, 'AWS_REGION'),
});
