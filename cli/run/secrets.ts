import { type ReadSecret, type SecretSettings, secretLocations } from '../../shared/net/secrets.ts';
import { UsageError } from '../command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads secrets from environment variables. */
export function readSecret(env: Environment): ReadSecret {
  return async (location) => {
    const value = readVariable(location, env);
    if (value === undefined) throw new UsageError(missingSecretMessage(location));
    return value;
  };
}

/**
 * Checks that all secrets exist before the first request needs them.
 *
 * @param others locations of further secrets
 * @throws UsageError naming every missing secret
 */
export function checkSecrets(settings: SecretSettings, others: readonly string[], env: Environment): void {
  const missing = [...secretLocations(settings), ...others].filter(
    (location) => readVariable(location, env) === undefined,
  );
  if (missing.length > 0) throw new UsageError(...missing.map(missingSecretMessage));
}

function readVariable(location: string, env: Environment): string | undefined {
  return location.startsWith('env:') ? env[location.slice(4)] : undefined;
}

function missingSecretMessage(location: string): string {
  if (!location.startsWith('env:'))
    return `${location}: not available on this machine; use an environment variable, env:NAME`;
  return `${location}: the environment variable ${location.slice(4)} is not set`;
}
