import { type ReadSecret, type SecretSettings, secretLocations } from '../../shared/net/secrets.ts';
import { UsageError } from '../command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Secrets of one machine are variables of its environment. */
export function readSecret(env: Environment): ReadSecret {
  return async (place) => {
    const value = readVariable(place, env);
    if (value === undefined) throw new UsageError(missingSecretMessage(place));
    return value;
  };
}

/** @throws UsageError naming every secret that is not there: better now than at the first request to its host. */
export function checkSecrets(settings: SecretSettings, env: Environment): void {
  const lacking = secretLocations(settings).filter((place) => readVariable(place, env) === undefined);
  if (lacking.length > 0) throw new UsageError(...lacking.map(missingSecretMessage));
}

function readVariable(place: string, env: Environment): string | undefined {
  return place.startsWith('env:') ? env[place.slice(4)] : undefined;
}

function missingSecretMessage(place: string): string {
  if (!place.startsWith('env:')) return `${place}: on one machine a secret is a variable of the environment, env:NAME`;
  return `${place}: the environment has no variable ${place.slice(4)}`;
}
