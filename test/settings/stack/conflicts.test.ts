import { expect, test } from 'vitest';
import { findConflicts } from '../../../shared/settings/stack/conflicts.ts';

const SECRET = 'arn:aws:secretsmanager:eu-north-1:123456789012:secret:';

test.each<[options: Parameters<typeof findConflicts>[0], names: string[], message: RegExp]>([
  [{ searchUnits: 3 }, ['searchUnits'], /must be 1, 2, 4, 8 or a multiple of 16, not 3/],
  [{ search: 'external' }, ['searchEndpoint'], /must be the URL of the search engine/],
  [{ search: 'external', searchEndpoint: 'ftp://a.example' }, ['searchEndpoint'], /must be the URL/],
  [
    { search: 'external', searchSigning: 'aoss', searchEndpoint: 'https://search.example' },
    ['searchEndpoint'],
    /such as https:\/\/ID\.REGION\.aoss\.amazonaws\.com/,
  ],
  [{ searchAccess: 'jwt' }, ['jwtIssuer', 'jwtAudience'], /must be the https URL of the token issuer/],
  [{ searchAccess: 'jwt', jwtIssuer: 'http://login.example', jwtAudience: 'a' }, ['jwtIssuer'], /must be the https/],
  [{ budgetUsd: 5 }, ['alarmEmail'], /must be set if budgetUsd is set/],
  [{ searchOrigins: 'https://a.example/,b' }, ['searchOrigins', 'searchOrigins'], /"https:\/\/a.example\/" must be/],
  [{ secrets: 'site/login, proxy' }, ['secrets'], /" proxy" is neither the name nor the ARN of a secret/],
  [{ secrets: '*' }, ['secrets'], /"\*" is neither/],
  [{ secrets: 'login-*' }, ['secrets'], /"login-\*" is neither/],
  [{ secrets: 'log?n' }, ['secrets'], /"log\?n" is neither/],
  [{ secrets: `${SECRET}*` }, ['secrets'], /is neither/],
  [{ secrets: 'arn:aws:s3:::bucket' }, ['secrets'], /is neither/],
])('refuses %j', (options, names, message) => {
  const found = findConflicts(options);
  expect(found.map(({ name }) => name)).toEqual(names);
  expect(found[0]!.message).toMatch(message);
});

test.each<[options: Parameters<typeof findConflicts>[0]]>([
  [{}],
  [{ searchUnits: 32 }],
  [{ search: 'external', searchEndpoint: 'https://search.example' }],
  [{ search: 'external', searchSigning: 'aoss', searchEndpoint: 'https://a1.eu-north-1.aoss.amazonaws.com' }],
  [{ search: 'external', searchSigning: 'aoss', searchEndpoint: 'https://a1.eusc-de-east-1.aoss.amazonaws.eu' }],
  [{ searchAccess: 'jwt', jwtIssuer: 'https://login.example', jwtAudience: 'a' }],
  [{ budgetUsd: 5, alarmEmail: 'ops@example.org' }],
  [{ searchOrigins: 'https://a.example,*', secrets: `site/login,${SECRET}proxy-AbCdEf` }],
])('accepts %j', (options) => expect(findConflicts(options)).toEqual([]));
