import type { ReadSecret } from '../../shared/net/secrets.ts';
import { clientOptions, type Environment, given } from './wiring.ts';

/**
 * Secrets of a stack lie in AWS Secrets Manager, each with a policy of its own that lets the function read it: so the stack needs no
 * right to any others. What asks for them is read when one is named.
 */
export function wireSecrets(env: Environment): ReadSecret {
  return async (place) => {
    if (!place.startsWith('secret:')) throw new Error(`${place}: on AWS a secret is secret:NAME`);
    const { secretsManager } = await import('../../shared/aws/secrets-manager.ts');
    return secretsManager({ region: given(env, 'AWS_REGION'), ...clientOptions(env) })(place.slice('secret:'.length));
  };
}
