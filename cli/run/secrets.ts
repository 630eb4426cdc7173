import { type ReadSecret, type SecretSettings, secretLocations } from '../../shared/net/secrets.ts';
import { UsageError } from '../command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads secrets from environment variables. */
export function readSecret(env: Environment): ReadSecret {
  return async (place) => {
    const value = readVariable(place, env);
    if (value === undefined) throw new UsageError(missingSecretMessage(place));
    return value;
  };
}

/**
 * Checks that all secrets exist before the first request needs them.
 *
 * @throws UsageError naming every missing secret
 */
export function checkSecrets(settings: SecretSettings, env: Environment): void {
  const lacking = secretLocations(settings).filter((place) => readVariable(place, env) === undefined);
  if (lacking.length > 0) throw new UsageError(...lacking.map(missingSecretMessage));
}

function readVariable(place: string, env: Environment): string | undefined {
  return place.startsWith('env:') ? env[place.slice(4)] : undefined;
}

function missingSecretMessage(place: string): string {
  if (!place.startsWith('env:'))
    return `${place}: not available on this machine; use an environment variable, env:NAME`;
  return `${place}: the environment variable ${place.slice(4)} is not set`;
}
