import { placesOf, type ReadSecret, type WithSecrets } from '../../shared/net/secrets.ts';
import { UsageError } from '../command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Secrets of one machine are variables of its environment. */
export function readSecret(env: Environment): ReadSecret {
  return async (place) => {
    const value = textOf(place, env);
    if (value === undefined) throw new UsageError(missing(place));
    return value;
  };
}

/** @throws UsageError naming every secret that is not there: better now than at the first request to its host. */
export function checkSecrets(settings: WithSecrets, env: Environment): void {
  const lacking = placesOf(settings).filter((place) => textOf(place, env) === undefined);
  if (lacking.length > 0) throw new UsageError(...lacking.map(missing));
}

function textOf(place: string, env: Environment): string | undefined {
  return place.startsWith('env:') ? env[place.slice(4)] : undefined;
}

function missing(place: string): string {
  if (!place.startsWith('env:')) return `${place}: on one machine a secret is a variable of the environment, env:NAME`;
  return `${place}: the environment has no variable ${place.slice(4)}`;
}
