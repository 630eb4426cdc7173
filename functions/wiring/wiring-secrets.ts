import type { ReadSecret } from '../../shared/net/secrets.ts';
import { clientOptions, type Environment, requireVariable } from './wiring.ts';

/**
 * Wires the reader of secrets in AWS Secrets Manager. The role of the function may read only the secrets that the stack was
 * deployed with. The client is loaded when a crawl names the first secret.
 */
export function wireSecrets(env: Environment): ReadSecret {
  return async (place) => {
    if (!place.startsWith('secret:')) throw new Error(`${place}: on AWS, name a secret as secret:NAME`);
    const { secretsManager } = await import('../../shared/aws/secrets-manager.ts');
    return secretsManager({ region: requireVariable(env, 'AWS_REGION'), ...clientOptions(env) })(
      place.slice('secret:'.length),
    );
  };
}
