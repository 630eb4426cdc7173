/** Operations of programs that manage crawls. */
import * as z from 'zod';
import { contentOf, type Operation } from './operation.ts';

const crawl = { crawl: z.string().describe('Name of a crawl.') };
const JSON_OF = (schema: Parameters<typeof contentOf>[1]) => contentOf(['json'], schema);
const CHANGED = { 200: 'It is done.' };
const PROBLEMS = ['invalid-parameters', 'no-admin-token', 'no-such-crawl', 'read-only', 'too-large'] as const;

export const CRAWL_OPERATIONS: readonly Operation[] = [
  {
    path: '/crawls',
    token: 'adminToken',
    id: 'listCrawls',
    summary: 'Lists all crawls with their state, counts and limits.',
    parameters: {},
    content: JSON_OF('ManagedCrawls'),
    problems: ['no-admin-token'],
  },
  {
    path: '/crawls',
    method: 'post',
    token: 'adminToken',
    id: 'createCrawl',
    summary: 'Creates a crawl with the settings of a crawl.yaml, and runs it as soon as the folder is free.',
    parameters: {},
    body: 'NewCrawl',
    content: JSON_OF('SeededCrawl'),
    written: {
      201: 'The crawl is created; Location is its address.',
      200: 'The crawl exists with these settings, and runs unless it is paused or stopped.',
    },
    problems: ['invalid-parameters', 'no-admin-token', 'crawl-exists', 'crawl-stopped', 'read-only', 'too-large'],
  },
  {
    path: '/crawls/{crawl}',
    token: 'adminToken',
    id: 'getCrawl',
    summary: 'Returns the state, counts and limits of a crawl.',
    parameters: crawl,
    content: JSON_OF('ManagedCrawl'),
    problems: ['no-admin-token', 'no-such-crawl'],
  },
  {
    path: '/crawls/{crawl}/state',
    method: 'put',
    token: 'adminToken',
    id: 'setCrawlState',
    summary: 'Opens a crawl, which runs it, pauses it, or stops it.',
    parameters: crawl,
    body: 'CrawlState',
    content: JSON_OF('ManagedCrawl'),
    written: CHANGED,
    problems: PROBLEMS,
  },
  {
    path: '/crawls/{crawl}/seeds',
    method: 'post',
    token: 'adminToken',
    id: 'addSeeds',
    summary: 'Adds seeds to a crawl, and runs it if it is open.',
    parameters: crawl,
    body: 'NewSeeds',
    content: JSON_OF('SeededCrawl'),
    written: CHANGED,
    problems: [...PROBLEMS, 'crawl-stopped'],
  },
  {
    path: '/crawls/{crawl}/recrawl',
    method: 'post',
    token: 'adminToken',
    id: 'recrawl',
    summary: 'Makes known pages of a crawl due now, and runs it if it is open.',
    parameters: crawl,
    body: 'Recrawl',
    content: JSON_OF('Recrawled'),
    written: CHANGED,
    problems: [...PROBLEMS, 'crawl-stopped'],
  },
];
