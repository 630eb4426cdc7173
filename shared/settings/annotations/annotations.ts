import * as z from 'zod';
import { PERSON_NAME, PERSON_NAME_RULE } from '../../annotations/person-name.ts';

const UserSchema = z.strictObject({
  name: z
    .string()
    .normalize('NFC')
    .regex(PERSON_NAME, PERSON_NAME_RULE)
    .describe('Name of the person, which everybody sees beside the annotations. Unique in its crawl.'),
  token: z
    .string()
    .regex(/^env:[A-Za-z_]\w*$/, 'env:NAME: the name of an environment variable')
    .describe(
      '`env:NAME`: the environment variable of `thresher serve` with the secret by which the person signs in, of 16 to 256 characters. `openssl rand -hex 16` makes one.',
    ),
  contributor: z
    .boolean()
    .default(false)
    .describe(
      'The person may also hand in documents, which are imported into the crawl. They choose the addresses of their documents.',
    ),
});

export const AnnotationsSchema = z
  .strictObject({
    users: z
      .array(UserSchema)
      .max(1_000)
      .superRefine((users, context) => {
        const seen = new Set<string>();
        for (const [i, { name }] of users.entries()) {
          if (seen.has(name))
            context.addIssue({
              code: 'custom',
              path: [i, 'name'],
              message: `the name ${name} is used by another user`,
            });
          seen.add(name);
        }
      })
      .default([])
      .describe(
        'People who may annotate pages on `thresher serve`. All others only read annotations and search them. A stack has those of `annotatorClaim` instead.',
      ),
  })
  .prefault({});

/** A person who may write annotations, as in the settings. */
export type AnnotationUserSetting = z.output<typeof UserSchema>;
