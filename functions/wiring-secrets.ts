import type { ReadSecret } from '../shared/net/secrets.ts';
import { clientOptions, type Environment, given } from './wiring.ts';

/** Secrets of a stack lie in AWS Secrets Manager, below its name. What asks for them is read when one is. */
export function wireSecrets(env: Environment): ReadSecret {
  return async (place) => {
    if (!place.startsWith('secret:')) throw new Error(`${place}: on AWS a secret is secret:NAME`);
    const { secretsManager } = await import('../shared/aws/secrets-manager.ts');
    return secretsManager({ region: given(env, 'AWS_REGION'), ...clientOptions(env) })(place.slice('secret:'.length));
  };
}
